"""Documents and their pages, rasterised by a child process that may hang, crash or be killed."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

from endstop.documents.child import Child
from endstop.documents.requests import OpenRequest, RenderRequest, Request
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.errors import CancelledError, DocumentError, EndstopError
from endstop.processes import POLL_S, ChildDiedError
from endstop.translation import _

_Wanted = TypeVar("_Wanted", Document, PageImage)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a document may cost.

    Seconds to open it and seconds for a page, starting the child included; pixels of an image
    frame (Pillow refuses more than the default itself).
    """

    open_s: float = 30.0
    page_s: float = 60.0
    pixels: int = 178_956_970


@dataclass(frozen=True, slots=True)
class _Terms:
    """Seconds a request may take, what to say if it takes longer or kills the child, and Stop."""

    limit: float
    too_slow: str
    crashed: str
    cancelled: Callable[[], bool]


def _never() -> bool:
    return False


class Renderer:
    """Opens documents and rasterises pages; thread-safe, one request at a time.

    The child process starts with the first request, keeps the last document open, and is replaced
    after it was killed or crashed. Both methods raise DocumentError with a sentence (the file
    cannot be read, the budget is spent, the child crashed, the renderer was closed) and
    CancelledError within about 50 ms after `cancelled()` became true.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget or Budget()
        self._turn = threading.Lock()
        self._closed = threading.Event()
        self._child: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the child process, None while there is none."""
        child = self._child
        return child.pid if child is not None else None

    def open(
        self,
        source: SourceFile,
        password: str | None = None,
        cancelled: Callable[[], bool] = _never,
    ) -> Document:
        """Open `source` and count its pages.

        PasswordNeededError if it is encrypted and `password` is missing or wrong.
        """
        words = {"name": source.name, "limit": self._budget.open_s}
        terms = _Terms(
            self._budget.open_s,
            _("%(name)s took longer than %(limit)g s to open.") % words,
            _("%(name)s made the renderer crash.") % words,
            cancelled,
        )
        return self._ask(OpenRequest(source, password, self._budget.pixels), Document, terms)

    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
    ) -> PageImage:
        """Rasterise page `number` (1-based) of `document` to the size that `sizing` gives."""
        limit = self._budget.page_s
        words = {"number": number, "name": document.source.name, "limit": limit}
        terms = _Terms(
            limit,
            _("Page %(number)d of %(name)s took longer than %(limit)g s.") % words,
            _("Page %(number)d of %(name)s made the renderer crash.") % words,
            cancelled,
        )
        request = RenderRequest(document, number, sizing, self._budget.pixels)
        return self._ask(request, PageImage, terms)

    def close(self) -> None:
        """End the child process; a request that is under way in another thread fails."""
        self._closed.set()
        with self._turn:
            self._discard()

    def _ask(self, request: Request, wanted: type[_Wanted], terms: _Terms) -> _Wanted:
        """The child's answer to `request`; whatever goes wrong ends the child."""
        with self._my_turn(terms):
            deadline = time.monotonic() + terms.limit
            try:
                answer = self._running_child().ask(request, lambda: self._check(terms, deadline))
            except ChildDiedError as error:
                self._discard()
                raise DocumentError(terms.crashed, _remedy()) from error
            except BaseException:
                self._discard()
                raise
        if isinstance(answer, EndstopError):
            raise answer
        if not isinstance(answer, wanted):
            raise TypeError(answer)
        return answer

    def _check(self, terms: _Terms, deadline: float) -> None:
        """Raise if it is over before there is an answer."""
        if self._closed.is_set():
            raise DocumentError(_("The renderer was closed before the page was ready."))
        if terms.cancelled():
            raise CancelledError
        if time.monotonic() > deadline:
            raise DocumentError(terms.too_slow, _remedy())

    @contextmanager
    def _my_turn(self, terms: _Terms) -> Iterator[None]:
        """Hold the lock; waiting for it ends with close and cancel too, but takes no budget."""
        forever = float("inf")
        self._check(terms, forever)
        while not self._turn.acquire(timeout=POLL_S):
            self._check(terms, forever)
        try:
            self._check(terms, forever)
            yield
        finally:
            self._turn.release()

    def _running_child(self) -> Child:
        """The child, started if there is none or it died since the last request."""
        if self._child is not None and not self._child.alive:
            self._discard()
        if self._child is None:
            try:
                self._child = Child()
            except OSError as error:
                raise DocumentError(
                    _("The renderer cannot be started: %s.") % error.strerror,
                    _("Close other programs and try again."),
                ) from error
        return self._child

    def _discard(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


def _remedy() -> str:
    return _("Leave it out, or open it in another program and print it to a new PDF.")

"""Documents and their pages, rasterised by a child process that may hang, crash or be killed."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

from endstop.documents.child import Child, ChildDiedError
from endstop.documents.raster import OpenRequest, RenderRequest, Request
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.errors import CancelledError, DocumentError, EndstopError
from endstop.translation import _

_POLL_S = 0.05
_Wanted = TypeVar("_Wanted", Document, PageImage)
_OTHER_PROGRAM = "Open it in another program and print it to a new PDF, then use that."


@dataclass(frozen=True, slots=True)
class Budget:
    """What a document may cost: seconds to open it and for a page, pixels of an image frame."""

    open_s: float = 30.0
    page_s: float = 60.0
    pixels: int = 178_956_970


def _never() -> bool:
    return False


class Renderer:
    """Opens documents and rasterises pages; thread-safe, one request at a time.

    The child process starts with the first request, keeps the last document open, and is replaced
    after it was killed or crashed. All methods raise DocumentError with a sentence: unreadable
    file, budget spent, child crashed, renderer closed; `cancelled` is looked at every 50 ms and
    makes them raise CancelledError.
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
        name = source.path.name
        return self._ask(
            OpenRequest(source, password, self._budget.pixels),
            Document,
            _Wait(
                self._budget.open_s,
                _("%(name)s took longer than %(limit)g s to open.")
                % {"name": name, "limit": self._budget.open_s},
                _("Opening %s made the renderer crash.") % name,
                cancelled,
            ),
        )

    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
    ) -> PageImage:
        """Rasterise page `number` (1-based) of `document` to the size that `sizing` gives."""
        words = {
            "number": number,
            "name": document.source.path.name,
            "limit": self._budget.page_s,
        }
        return self._ask(
            RenderRequest(document, number, sizing, self._budget.pixels),
            PageImage,
            _Wait(
                self._budget.page_s,
                _("Page %(number)d of %(name)s took longer than %(limit)g s.") % words,
                _("Page %(number)d of %(name)s made the renderer crash.") % words,
                cancelled,
            ),
        )

    def close(self) -> None:
        """End the child process; a request that is under way in another thread fails."""
        self._closed.set()
        with self._turn:
            self._discard()

    def _ask(self, request: Request, wanted: type[_Wanted], waiting: "_Wait") -> _Wanted:
        def check() -> None:
            if self._closed.is_set():
                raise DocumentError(_("The renderer was closed before the page was ready."))
            waiting.check()

        with self._my_turn(check):
            waiting.begin()
            try:
                answer = self._running_child().ask(request, check)
            except BaseException as error:
                self._discard()
                if isinstance(error, ChildDiedError):
                    raise DocumentError(waiting.crashed, _(_OTHER_PROGRAM)) from error
                raise
        if isinstance(answer, EndstopError):
            raise answer
        assert isinstance(answer, wanted)  # noqa: S101 - the child answers a request in kind
        return answer

    @contextmanager
    def _my_turn(self, check: Callable[[], None]) -> Iterator[None]:
        """Wait for the lock, still heeding close and cancel."""
        check()
        while not self._turn.acquire(timeout=_POLL_S):
            check()
        try:
            check()
            yield
        finally:
            self._turn.release()

    def _running_child(self) -> Child:
        if self._child is not None and not self._child.alive:
            self._discard()
        if self._child is None:
            self._child = Child()
        return self._child

    def _discard(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


class _Wait:
    """How long a request may take, and what to say if it ends badly."""

    def __init__(
        self, limit: float, too_slow: str, crashed: str, cancelled: Callable[[], bool]
    ) -> None:
        self._limit = limit
        self._too_slow = too_slow
        self._cancelled = cancelled
        self._deadline = float("inf")
        self.crashed = crashed

    def begin(self) -> None:
        """Start the clock."""
        self._deadline = time.monotonic() + self._limit

    def check(self) -> None:
        """Raise CancelledError or DocumentError if it is over."""
        if self._cancelled():
            raise CancelledError
        if time.monotonic() > self._deadline:
            raise DocumentError(self._too_slow, _(_OTHER_PROGRAM))

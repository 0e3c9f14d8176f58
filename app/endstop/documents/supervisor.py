"""Who keeps the renderer process: one request at a time, with a limit; a dead one is replaced."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum

from endstop.documents.child import Child
from endstop.documents.memory_guard import OUT_OF_MEMORY
from endstop.documents.requests import Answer, Request
from endstop.errors import CancelledError, DocumentError
from endstop.processes import POLL_S, ChildDiedError
from endstop.translation import _

Cancelled = Callable[[], bool]


class Mishap(StrEnum):
    """How a request can end the process."""

    TOO_SLOW = "too slow"
    TOO_BIG = "too big"
    CRASHED = "crashed"


class MishapError(Exception):
    """There is no answer, and the process is gone."""

    def __init__(self, mishap: Mishap) -> None:
        super().__init__(mishap)
        self.mishap = mishap


class Supervisor:
    """Thread-safe. The process starts with the first request and may hold `memory` bytes."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._turn = threading.Lock()
        self._closed = threading.Event()
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        child = self._child
        return child.pid if child is not None else None

    def ask(self, request: Request, limit_s: float, cancelled: Cancelled) -> Answer:
        """The answer to `request`.

        MishapError if there is none within `limit_s`, DocumentError after `close`, CancelledError
        within about 50 ms after `cancelled()` became true. Each of them ends the process.
        """
        with self._my_turn(cancelled):
            deadline = time.monotonic() + limit_s
            try:
                return self._running_child().ask(request, lambda: self._check(cancelled, deadline))
            except ChildDiedError as error:
                self._discard()
                too_big = error.status == OUT_OF_MEMORY
                raise MishapError(Mishap.TOO_BIG if too_big else Mishap.CRASHED) from error
            except BaseException:
                self._discard()
                raise

    def close(self) -> None:
        """End the process; a request that is under way in another thread fails."""
        self._closed.set()
        with self._turn:
            self._discard()

    def _check(self, cancelled: Cancelled, deadline: float = float("inf")) -> None:
        """Raise if it is over before there is an answer."""
        if self._closed.is_set():
            raise DocumentError(_("The renderer was closed before the page was ready."))
        if cancelled():
            raise CancelledError
        if time.monotonic() > deadline:
            raise MishapError(Mishap.TOO_SLOW)

    @contextmanager
    def _my_turn(self, cancelled: Cancelled) -> Iterator[None]:
        """Hold the lock; waiting for it ends with close and cancel too, but takes no budget."""
        self._check(cancelled)
        while not self._turn.acquire(timeout=POLL_S):
            self._check(cancelled)
        try:
            self._check(cancelled)
            yield
        finally:
            self._turn.release()

    def _running_child(self) -> Child:
        """The child, started if there is none or it died since the last request."""
        if self._child is not None and not self._child.alive:
            self._discard()
        if self._child is None:
            try:
                self._child = Child(self._memory)
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

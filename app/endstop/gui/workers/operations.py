"""Functions that run off the window's thread and always answer, whatever happens in them."""

import logging
import time
from collections.abc import Callable
from itertools import count
from queue import Empty, PriorityQueue
from threading import Lock, Thread
from typing import Any, TypeVar, cast

from PySide6.QtCore import QObject, Signal, Slot

from endstop.errors import EndstopError
from endstop.gui.workers.unforeseen import as_error

T = TypeVar("T")

logger = logging.getLogger(__name__)

PATIENCE_S = 1.0
_LAST = 1 << 30  # the priority of the end: after everything that waits


class Operations(QObject):
    """A few threads that take operations by priority, and those of one priority in order.

    `done(result | EndstopError)` is called once for each operation, on the GUI thread. An error
    that nobody foresaw is logged and arrives as an UnforeseenError. The threads are daemons: one
    that hangs in a file that never answers keeps neither the window nor the process alive.
    """

    _ended = Signal(object, object)

    def __init__(self, threads: int, parent: QObject) -> None:
        super().__init__(parent)
        self._most = threads
        self._threads: list[Thread] = []
        self._waiting: PriorityQueue[tuple[int, int, Callable[[], None] | None]] = PriorityQueue()
        self._numbers = count()
        self._closed = False
        self._reporting = Lock()
        self._ended.connect(self._deliver)

    def start(
        self, work: Callable[[], T], done: Callable[[T | EndstopError], None], priority: int = 0
    ) -> None:
        """Run `work` in a thread and hand its outcome to `done`."""
        if self._closed:
            return
        self._waiting.put((-priority, next(self._numbers), lambda: self._run(work, done)))
        if len(self._threads) < self._most:
            thread = Thread(target=self._serve, name="operations", daemon=True)
            self._threads.append(thread)
            thread.start()

    def shut_down(self, patience_s: float = PATIENCE_S) -> bool:
        """Drop what has not begun, deliver nothing more, and wait for what runs.

        False if something was still running after `patience_s` seconds; it is abandoned then.
        """
        with self._reporting:
            self._closed = True
        while True:
            try:
                self._waiting.get_nowait()
            except Empty:
                break
        for _thread in self._threads:
            self._waiting.put((_LAST, next(self._numbers), None))
        deadline = time.monotonic() + patience_s
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _serve(self) -> None:
        while (operation := self._waiting.get()[2]) is not None:
            operation()

    def _run(self, work: Callable[[], object], done: Callable[[Any], None]) -> None:
        try:
            outcome = work()
        except EndstopError as error:
            outcome = error
        except BaseException as error:
            logger.exception("An operation failed")
            outcome = as_error(error)
        with self._reporting:
            if not self._closed:
                self._ended.emit(done, outcome)

    @Slot(object, object)
    def _deliver(self, done: object, outcome: object) -> None:
        if not self._closed:
            cast("Callable[[Any], None]", done)(outcome)

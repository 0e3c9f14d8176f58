"""Pure functions in a thread pool; each outcome comes back on the GUI thread."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot
from typing_extensions import override

from endstop.errors import EndstopError

T = TypeVar("T")


class _Task(QRunnable):
    """One function on its way through the pool."""

    def __init__(self, work: Callable[[], object], report: Callable[[object], None]) -> None:
        super().__init__()
        self._work = work
        self._report = report

    @override
    def run(self) -> None:
        try:
            outcome = self._work()
        except Exception as error:
            outcome = error
        self._report(outcome)


class Background(QObject):
    """A pool of `threads`; an EndstopError is an outcome, any other exception is raised again."""

    _ended = Signal(object, object)

    def __init__(self, threads: int, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._closed = False
        self._ended.connect(self._deliver)

    def submit(
        self, work: Callable[[], T], then: Callable[[T | EndstopError], None], priority: int = 0
    ) -> None:
        """Run `work` in the pool and hand its outcome to `then` on the GUI thread."""
        if not self._closed:
            self._pool.start(_Task(work, lambda end: self._ended.emit(then, end)), priority)

    def shut_down(self) -> None:
        """Drop what has not begun, wait for what has, deliver nothing more."""
        self._closed = True
        self._pool.clear()
        self._pool.waitForDone()

    @Slot(object, object)
    def _deliver(self, then: object, outcome: object) -> None:
        if self._closed:
            return
        if isinstance(outcome, Exception) and not isinstance(outcome, EndstopError):
            raise outcome
        cast("Callable[[Any], None]", then)(outcome)

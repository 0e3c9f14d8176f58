"""One answer to many requests."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Coalesced(QObject):
    """Calls `act` once, `after_ms` milliseconds after the first of many requests.

    0 means: as soon as the events that wait now have been handled.
    """

    def __init__(self, act: Callable[[], object], after_ms: int, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(after_ms)
        self._timer.timeout.connect(act)

    def request(self) -> None:
        """Ask for a call, unless one is due already."""
        if not self._timer.isActive():
            self._timer.start()

    def cancel(self) -> None:
        """Forget what was asked for."""
        self._timer.stop()

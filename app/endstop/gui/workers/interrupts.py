"""Ctrl-C, a polite kill and a terminal that closes close the window as its button does."""

from contextlib import ExitStack

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from endstop.interruption import ENDING, heeded, turn_down, watch


class Interrupts(QObject):
    """Closes a window on the first signal that ends processes, until `let_go`.

    A second one, while the window closes or asks about results, ends the process at once.
    """

    _came = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._came.connect(self._close)
        watch()
        self._heeding = ExitStack()
        self._heeding.enter_context(heeded(self._came.emit, signals=ENDING, grace_s=None))

    def let_go(self) -> None:
        """From now on any signal ends the process."""
        self._heeding.close()

    @Slot()
    def _close(self) -> None:
        """Heard in the window's thread, whichever thread told of the signal."""
        if not self._window.close():
            turn_down()

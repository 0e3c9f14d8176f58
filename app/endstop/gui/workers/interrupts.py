"""Ctrl-C in the terminal and a polite kill close the window as its button does."""

import contextlib
import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Slot
from PySide6.QtWidgets import QWidget


class Interrupts(QObject):
    """Closes a window on SIGINT and SIGTERM until `let_go`.

    Python's handlers would run in the midst of whatever Python code comes next, painting for
    instance. So they do nothing; the interpreter also writes the signal into a socket, and the
    event loop closes the window when it reads that.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._inner, self._outer = socket.socketpair()
        for end in (self._inner, self._outer):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._inner.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._wake)
        signal.set_wakeup_fd(self._outer.fileno(), warn_on_full_buffer=False)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, _do_nothing)

    def let_go(self) -> None:
        """Give the signals back to the interpreter."""
        signal.set_wakeup_fd(-1)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_DFL)
        self._notifier.setEnabled(False)
        self._inner.close()
        self._outer.close()

    @Slot()
    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            if self._inner.recv(64):
                self._window.close()


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    """A handler must exist for the interpreter to write into the socket."""

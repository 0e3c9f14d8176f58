"""Ctrl-C, SIGTERM and SIGHUP end the process soon, whatever its main thread is doing.

Python runs a signal's handler in the main thread, between two of its instructions. While a
library is being imported or computes, that may be seconds later, and a KeyboardInterrupt that is
raised there may be swallowed by a bare `except`, or printed. So the handlers here do nothing; the
interpreter also writes the signal's number into a pipe, and a thread of this module reads it.

- The first Ctrl-C: work that heeds it (see `heeded`) has GRACE_S to keep what it has and to
  return. Where nothing heeds it, the process leaves at once.
- A second one, SIGTERM, SIGHUP, or the end of the grace: the process leaves at once.

To leave is to flush what was printed, do what `on_leaving` was told (children are killed, half
written files removed), and end with 128 + the signal's number, without a traceback.
"""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

# A run ends within a second of its first Ctrl-C; this leaves time to leave.
GRACE_S = 0.8
_FLUSHED_S = 0.1
ENDING = tuple(
    number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")
)

_on_leaving: dict[object, Callable[[], object]] = {}
_watcher: "_Watcher | None" = None


def exit_code(number: int) -> int:
    """What a process that ended because of signal `number` answers, as shells have it."""
    return 128 + number


def watch() -> None:
    """From now on signals end the process as said above; the main thread calls this, early.

    What the process was started to ignore (SIGHUP under `nohup`) stays ignored. Windows keeps to
    Python's own ways.
    """
    global _watcher
    if _watcher is None and sys.platform != "win32":
        _watcher = _Watcher()


@contextmanager
def heeded(
    told: Callable[[], object] = lambda: None,
    *,
    signals: Collection[signal.Signals] = (signal.SIGINT,),
    grace_s: float | None = GRACE_S,
) -> Iterator[Callable[[], bool]]:
    """Within this, the first of `signals` is a request; it yields whether there was one.

    `told` is called once, in another thread. The process leaves by itself when it is still there
    after `grace_s`; None: never. Without `watch` there never is a request.
    """
    watcher = _watcher
    if watcher is None:
        yield lambda: False
        return
    with watcher.heeding(_Heed(told, frozenset(signals), grace_s)):
        yield watcher.requested.is_set


def turn_down() -> None:
    """What was requested does not happen: the next signal is a first one again."""
    if _watcher is not None:
        _watcher.turn_down()


def leave_if_requested() -> None:
    """Leave now if there was a request that was heeded.

    The interpreter's own way out takes up to seconds after large libraries, and lets no thread
    look at the clock.
    """
    if _watcher is not None and _watcher.requested.is_set():
        _leave(_watcher.request)


def on_leaving(action: Callable[[], object]) -> Callable[[], None]:
    """Have `action` done if a signal ends the process; returns what takes that back."""
    key = object()
    _on_leaving[key] = action

    def forget() -> None:
        _on_leaving.pop(key, None)

    return forget


@dataclass(frozen=True, slots=True)
class _Heed:
    """Who is told of a request, for which signals, and how long that may take."""

    told: Callable[[], object]
    signals: frozenset[int]
    grace_s: float | None


class _Watcher:
    """Reads the signals' numbers in a thread of its own."""

    def __init__(self) -> None:
        self.requested = threading.Event()
        self.request = signal.SIGINT
        self._heed: _Heed | None = None
        self._deadline: float | None = None
        self._numbers, written = os.pipe()
        os.set_blocking(written, False)
        threading.Thread(target=self._listen, name="endstop-signals", daemon=True).start()
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        for number in ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _do_nothing)

    @contextmanager
    def heeding(self, heed: _Heed) -> Iterator[None]:
        """While this lasts, requests go to `heed`; the time that one leaves runs on after it."""
        before, self._heed = self._heed, heed
        try:
            yield
        finally:
            self._heed = before

    def turn_down(self) -> None:
        """Forget the request."""
        self._deadline = None
        self.requested.clear()

    def _listen(self) -> None:
        while True:
            if not select.select([self._numbers], [], [], self._left_s())[0]:
                _leave(self.request)
            for number in os.read(self._numbers, 64):
                if number in ENDING:
                    self._happened(signal.Signals(number))

    def _left_s(self) -> float | None:
        """Seconds until the process leaves by itself; None if nothing was requested."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def _happened(self, number: signal.Signals) -> None:
        heed = self._heed
        if heed is None or number not in heed.signals or self.requested.is_set():
            _leave(number)
        self.request = number
        if heed.grace_s is not None:
            self._deadline = time.monotonic() + heed.grace_s
        self.requested.set()
        heed.told()


def _leave(number: int) -> NoReturn:
    """End the process: what is printed stays, children and half-written files do not."""
    flushing = threading.Thread(target=_flush, daemon=True)  # a full pipe would block it
    flushing.start()
    flushing.join(_FLUSHED_S)
    _silence()
    for action in tuple(_on_leaving.values()):
        with suppress(Exception):  # the process ends, and the next action is as important
            action()
    os._exit(exit_code(number))


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # gone, closed, or there is none
            stream.flush()


def _silence() -> None:
    """The other threads run on for a moment; what they think of killed children is no news."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nowhere, stream)


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    """A handler must exist for the interpreter to write into the pipe."""

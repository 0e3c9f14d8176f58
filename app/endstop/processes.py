"""A child process that may hang, crash or be killed: both ends of the pipe to it.

multiprocessing's spawn rather than a subprocess of our own, because it works in a PyInstaller
bundle too (there the entry script calls `multiprocessing.freeze_support()` first). Spawn would
run the parent's `__main__` again in the child; that is slow and useless here, so it is hidden
while the child starts.
"""

import logging
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import ModuleType
from typing import Generic, TypeVar, cast

import psutil

from endstop import logs
from endstop.interruption import ENDING, on_leaving

# How often a waiting parent looks at its deadline and at Stop, in seconds.
POLL_S = 0.05
_KILLED_S = 5.0
_STARTED_S = 0.5
_SAFE_PATH = "PYTHONSAFEPATH"
_starting = threading.Lock()
_log = logging.getLogger(__name__)
_Request = TypeVar("_Request")
_Answer = TypeVar("_Answer")


class ChildDiedError(Exception):
    """The process ended before it answered; `status` is its exit status, if that is known."""

    def __init__(self, status: int | None = None) -> None:
        super().__init__(status)
        self.status = status


class Child(Generic[_Request, _Answer]):
    """The parent's end. Not thread-safe: one request at a time; any thread may start it.

    `serve` runs in the child; it is a function of a module, and calls `answer_requests`.
    """

    def __init__(self, serve: Callable[[Connection], None], name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        begin = partial(_begin, serve, logs.log_folder())
        self._process = context.Process(target=begin, args=(theirs,), name=name, daemon=True)
        self._forget = on_leaving(self._kill_if_started)
        try:
            with _starting, _main_hidden(), _no_working_directory(), _interrupts_held_back():
                self._process.start()
        except BaseException:
            self._forget()
            raise
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.is_alive()

    @property
    def held_bytes(self) -> int:
        """The memory that the process holds, seen from outside; 0 if it is gone."""
        try:
            return int(psutil.Process(self.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def ask(self, request: _Request, check: Callable[[], None]) -> _Answer:
        """The answer to `request`; `check` is called every 50 ms meanwhile and may raise.

        ChildDiedError if the process ends first. After any error the child is of no use: kill it.
        """
        try:
            self._connection.send(request)
            while not self._connection.poll(POLL_S):
                check()
            return cast("_Answer", self._connection.recv())
        except (EOFError, OSError) as error:
            self._process.join(_KILLED_S)
            status = self._process.exitcode
            _log.warning("%s ended by itself: %s", self._process.name, status)
            raise ChildDiedError(status) from error

    def kill(self) -> None:
        """End the process at once, whatever it does, and leave no zombie."""
        self._forget()
        self._connection.close()
        self._process.kill()
        self._process.join(_KILLED_S)
        if self._process.exitcode is not None:
            self._process.close()

    def _kill_if_started(self) -> None:
        """A child can only be killed once it is started, which some thread may be doing."""
        if _starting.acquire(timeout=_STARTED_S):
            _starting.release()
        self._process.kill()


def _begin(
    serve: Callable[[Connection], None], log_folder: Path | None, connection: Connection
) -> None:
    """Run in the child: log where the parent does, then serve."""
    if log_folder is not None:
        logs.start(multiprocessing.current_process().name, log_folder)
    try:
        serve(connection)
    except Exception:
        _log.exception("The process failed")
        sys.exit(1)  # else multiprocessing would print a traceback


def answer_requests(connection: Connection, answer: Callable[[_Request], _Answer]) -> None:
    """The child's main loop: answer requests until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then kills us
    for number in set(ENDING) - {signal.SIGINT}:  # a bundle's entry script runs here too
        signal.signal(number, signal.SIG_DFL)
    warnings.simplefilter("ignore")
    _silence()
    _end_with_parent()
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(connection.recv()))


def limit_memory(more: int) -> None:
    """Let this process have `more` bytes of address space beyond what it has now.

    On Linux: macOS does not hold it, there the parent has to look at `Child.held_bytes`.
    """
    if sys.platform == "linux":
        import resource

        most = psutil.Process().memory_info().vms + more
        with suppress(ValueError, OSError):  # a lower limit was set outside
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_processor(seconds: int) -> None:
    """End this process when it has computed for `seconds` more, even if the parent is gone."""
    if sys.platform != "win32":
        import resource

        used = sum(os.times()[:2])
        _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (int(used) + seconds, hard))


def _end_with_parent() -> None:
    """Leave when the parent is gone, even if a library hangs.

    Not PR_SET_PDEATHSIG: it fires when the starting *thread* ends, and threads of a pool do. A
    thread waits instead. It cannot run while C code keeps the interpreter to itself, so Linux is
    also asked for a SIGIO, which ends the process, when the parent's end of its pipe closes.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
    threading.Thread(target=_leave_after, args=(parent.sentinel,), daemon=True).start()


def _leave_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _silence() -> None:
    """Keep what decoders print (libtiff does) out of the parent's terminal."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """While this lasts, spawn sees an empty `__main__`, which it does not run again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _no_working_directory() -> Iterator[None]:
    """While this lasts, a Python that starts looks for no module in the working directory.

    It would look there first, and that may be a model's folder: a multiprocessing.py in it would
    run. Afterwards the setting is as it was, since other programs inherit it.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A child that starts within this inherits that Ctrl-C waits, until it ignores it.

    The parent hears of Ctrl-C through its other threads, or after this.
    """
    if sys.platform == "win32":  # a child has no signals there
        yield
        return
    resource_tracker.ensure_running()  # multiprocessing would start it, and lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

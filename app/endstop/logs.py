"""The log: one file for all processes of Endstop, with nothing in it of a document.

Records name ids, kinds and numbers; never what a document, a schema or a password says. Paths are
for the debug level, which the file leaves out. An exception is logged as its type and the places
in the code that it came through: its text may quote a document.

Crashes in native code are written to crashes.log beside it, by `faulthandler`.
"""

import faulthandler
import logging
import os
import platform
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import walk_tb

from platformdirs import user_log_path
from typing_extensions import override

from endstop import __version__

_MOST_BYTES = 1 << 20
_OLDER_FILES = 2
_MOST_PLACES = 30  # of a traceback: the innermost ones
_ROTATED_S = 1.0
_endstop = logging.getLogger("endstop")
_log = logging.getLogger(__name__)


def start(kind: str, folder: Path | None = None) -> None:
    """Log what this process, a window or a renderer for instance, does from now on.

    `folder` is the user's log folder by default. One that cannot be written to is no error.
    """
    try:
        folder = folder or user_log_path("endstop", appauthor=False)
    except RuntimeError:  # the user has no home
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    handler = _SharedFile(folder / "endstop.log")
    handler.setFormatter(_Formatter())
    _endstop.addHandler(handler)
    _endstop.setLevel(logging.INFO)
    _trace_crashes(folder / "crashes.log")
    sys.unraisablehook = _report_ignored
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    _log.info("Endstop %s, %s, %s", __version__, kind, system)


def log_folder() -> Path | None:
    """Where this process logs to; None if it does not."""
    files = (Path(h.baseFilename) for h in _endstop.handlers if isinstance(h, _SharedFile))
    return next((file.parent for file in files), None)


def last_lines(most: int) -> list[str]:
    """The newest lines of the log, oldest first; none if there is no log."""
    lines: deque[str] = deque(maxlen=most)
    if folder := log_folder():
        for name in ("endstop.log.1", "endstop.log"):
            with suppress(OSError):
                text = (folder / name).read_text(encoding="utf-8", errors="replace")
                lines.extend(text.splitlines())
    return list(lines)


def report_unforeseen(tell: Callable[[BaseException], object]) -> None:
    """Log exceptions that nobody catches, in any thread, and `tell` of them instead of Python."""

    def report(error: BaseException | None) -> None:
        if error is None or isinstance(error, KeyboardInterrupt | SystemExit):
            return
        _log.critical("An exception that nobody foresaw", exc_info=error)
        tell(error)

    sys.excepthook = lambda _kind, error, _traceback: report(error)
    threading.excepthook = lambda raised: report(raised.exc_value)


class _SharedFile(RotatingFileHandler):
    """Appends to a file that other processes append to, and rotate, as well.

    Each record is one write to the file, which is opened for it alone: it is never torn, and never
    lost in a file that another process has moved away. Rotating takes turns by a lock.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_MOST_BYTES, backupCount=_OLDER_FILES, delay=True)

    @override
    def emit(self, record: logging.LogRecord) -> None:
        line = (self.format(record) + "\n").encode(errors="backslashreplace")
        with suppress(OSError):  # a full disk or a folder that is read-only stops no work
            if self._is_full(line):
                self._rotate(line)
            descriptor = _open_to_append(self.baseFilename)
            try:
                os.write(descriptor, line)
            finally:
                os.close(descriptor)

    def _is_full(self, line: bytes) -> bool:
        try:
            return Path(self.baseFilename).stat().st_size + len(line) > self.maxBytes
        except FileNotFoundError:
            return False

    def _rotate(self, line: bytes) -> None:
        from filelock import FileLock, Timeout  # takes a while to import, and is needed rarely

        with suppress(Timeout), FileLock(f"{self.baseFilename}.lock", timeout=_ROTATED_S):
            if self._is_full(line):  # else another process has just done it
                self.doRollover()


class _Formatter(logging.Formatter):
    """A line a record; exceptions without their texts."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage().replace("\r", "\\r").replace("\n", "\\n")
        place = f"{record.process} {record.threadName} {record.name}"
        lines = [f"{self.formatTime(record)} {record.levelname} {place}: {message}"]
        if record.exc_info:
            lines += (f"    {line}" for line in _without_texts(record.exc_info[1]))
        return "\n".join(lines)


def _without_texts(error: BaseException | None) -> Iterator[str]:
    """The types of an exception and of those that led to it, with the places they came through."""
    told: set[int] = set()
    while error is not None and id(error) not in told:
        told.add(id(error))
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame, line in deque(walk_tb(error.__traceback__), _MOST_PLACES):
            code = frame.f_code
            yield f"  {'/'.join(Path(code.co_filename).parts[-3:])}:{line} {code.co_qualname}"
        error = error.__cause__ or error.__context__


def _report_ignored(ignored: "sys.UnraisableHookArgs") -> None:
    """Log what was raised where nobody can catch it, in a destructor for instance."""
    _log.error("An exception was ignored", exc_info=ignored.exc_value)


def _trace_crashes(path: Path) -> None:
    """Have the interpreter write where each thread was, if native code crashes."""
    with suppress(OSError):
        if path.stat().st_size > _MOST_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))
    with suppress(OSError):
        faulthandler.enable(_open_to_append(path))


def _open_to_append(path: str | Path) -> int:
    """A descriptor of a file that nobody else may read; OSError."""
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)

"""One writer at a time in a folder, whatever process it is in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from endstop.errors import ExportError
from endstop.translation import _

_PATIENCE = 20.0  # s; a transaction takes some milliseconds
_PAUSE = 0.02  # s


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder, which is made if it is missing. Raises OSError, ExportError.

    The lock is on the folder itself: no file is left behind, and a killed process gives it back.
    A file system that knows no locks (some network folders) is written to without one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":  # a folder cannot be opened there
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _wait_for(handle, folder)
        yield
    finally:
        os.close(handle)


if sys.platform != "win32":
    import fcntl

    def _wait_for(handle: int, folder: Path) -> None:
        """Take the lock as soon as the other process gives it back; raises ExportError."""
        deadline = monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > deadline:
                    raise ExportError(
                        _("Another process is writing to {folder} and does not end.").format(
                            folder=folder
                        ),
                        _("End it, or choose another folder."),
                    ) from None
                sleep(_PAUSE)
            except OSError:  # no locks there
                return
            else:
                return

"""One change of a model's folder at a time, across threads and processes.

The lock lies in the user's state folder and is named after the folder's device and inode, not in
the folder itself: a folder that came from elsewhere cannot plant anything there, nothing is left
in one that is published, and it works on network disks that know no locks. What it cannot see is
another user or another machine; backups with numbers of their own and the look at each file as it
is replaced guard against those. The system gives the lock back when its holder dies.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from endstop.errors import FixError
from endstop.translation import _

WAIT_S = 5.0  # a change takes a fraction of a second, unless it copies a large file


@contextmanager
def changing(folder: Path, wait_s: float | None = None) -> Iterator[None]:
    """While this lasts, no other thread or process of this user changes the folder's files.

    Waits up to `wait_s` seconds, 5 if not given, for another to finish. Raises FixError, which
    names the process that holds the folder.
    """
    place = user_state_path("endstop") / "locks"
    try:
        identity = folder.stat()
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = place / f"{identity.st_dev:x}-{identity.st_ino:x}.lock"
        lock = FileLock(path, timeout=WAIT_S if wait_s is None else wait_s, thread_local=False)
        lock.acquire()
    except Timeout as error:
        raise FixError(
            _("{holder} is changing {folder}.").format(holder=_holder(path), folder=folder),
            _("Try again when it has finished."),
        ) from error
    except OSError as error:
        raise FixError(
            _("{folder} cannot be locked: {reason}.").format(
                folder=folder, reason=error.strerror or error
            ),
            _("Endstop keeps its locks in {place}; make that writable.").format(place=place),
        ) from error
    try:
        with suppress(OSError):  # only says who it is
            _pid(path).write_text(str(os.getpid()), encoding="ascii")
        yield
    finally:
        lock.release()


def _pid(lock: Path) -> Path:
    """Where the holder of a lock leaves its process id."""
    return lock.with_suffix(".pid")


def _holder(lock: Path) -> str:
    """Who holds a lock, in words."""
    try:
        pid = int(_pid(lock).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return _("Another Endstop")
    if pid == os.getpid():
        return _("This Endstop itself")
    return _("Another Endstop (process {pid})").format(pid=pid)

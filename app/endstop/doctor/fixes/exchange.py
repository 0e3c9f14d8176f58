"""Put a file in another's place, and lose nothing that was written there meanwhile.

Between looking at a file and renaming another over it, somebody may save an edit. Where the system
can exchange two names in one step, what really stood there is looked at afterwards, and put back
if it is not what was expected. Elsewhere (network disks, old systems) the look comes first.

Sources: renameat2(2) of Linux; renamex_np(2) of macOS.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

_AT_FDCWD = -100
_LINUX_EXCHANGE = 2
_MACOS_SWAP = 2
_UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


class UnexpectedFileError(Exception):
    """Another file than expected stands in the place; nothing was changed."""


def put(new: Path, path: Path, expected: Callable[[Path], bool]) -> None:
    """Put the file `new` in the place of the one at `path`, which must be as `expected` says.

    What stood there has the name `new` then, or is gone where names cannot be exchanged. Raises
    UnexpectedFileError and OSError; then both are as they were.
    """
    if not exchange(new, path):
        if not expected(path):
            raise UnexpectedFileError
        new.replace(path)
        return
    right = False
    try:
        right = expected(new)
    finally:
        if not right:
            exchange(new, path)
    if not right:
        raise UnexpectedFileError


def put_new(new: Path, path: Path) -> None:
    """Give the file `new` the name `path`, which must be free.

    Raises UnexpectedFileError if it is not, and OSError; then all is as it was.
    """
    try:
        os.link(new, path, follow_symlinks=False)
    except FileExistsError as error:
        raise UnexpectedFileError from error
    except OSError:  # the disk knows no second names
        if os.path.lexists(path):
            raise UnexpectedFileError from None
        new.rename(path)
        return
    new.unlink()


def take_away(path: Path, aside: Path, expected: Callable[[Path], bool]) -> None:
    """Give the file at `path`, which must be as `expected` says, the name `aside`.

    Raises UnexpectedFileError and OSError; then it has its own name.
    """
    path.rename(aside)
    right = False
    try:
        right = expected(aside)
    finally:
        if not right:
            put_new(aside, path)
    if not right:
        raise UnexpectedFileError


def exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where the system or the disk cannot do that.

    Raises OSError.
    """
    if sys.platform not in ("linux", "darwin"):
        return False
    names = os.fsencode(one), os.fsencode(other)
    libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "renameat2"):
        failed = libc.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _LINUX_EXCHANGE)
    elif hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(*names, _MACOS_SWAP)
    else:
        return False
    if not failed:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(one), None, str(other))

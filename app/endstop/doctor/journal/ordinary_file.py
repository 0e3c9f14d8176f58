"""Open files of a model's folder, ordinary ones alone.

A folder that came from elsewhere may hold a named pipe, on which an ordinary `open` waits for
ever, or a link to /dev/zero, which never ends.
"""

import errno
import hashlib
import os
from io import BufferedRandom, BufferedReader, FileIO
from pathlib import Path
from stat import S_ISREG

from endstop.translation import _

LARGEST = 256 * 1024 * 1024  # bytes; ten times the largest tokenizer.json known


def open_ordinary(path: Path, *, follow: bool = True) -> BufferedReader:
    """Open an ordinary file for reading; never waits.

    Raises OSError, also for anything but an ordinary file and, unless `follow`, for a link.
    """
    return BufferedReader(FileIO(_descriptor(path, 0 if follow else os.O_NOFOLLOW)))


def open_in_place(path: Path) -> BufferedRandom:
    """Open an ordinary file, no link, for reading and writing; raises OSError, never waits."""
    return BufferedRandom(FileIO(_descriptor(path, os.O_RDWR | os.O_NOFOLLOW), "r+"))


def _descriptor(path: Path, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, _("it is no ordinary file"))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_ordinary(path: Path, *, follow: bool = True, largest: int = LARGEST) -> bytes:
    """The content of an ordinary file of at most `largest` bytes; raises OSError."""
    with open_ordinary(path, follow=follow) as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise OSError(errno.EFBIG, _("it is too large to be a settings file"))
    return content


def digest(path: Path) -> str:
    """The SHA-256 of an ordinary file, hexadecimal; raises OSError."""
    with open_ordinary(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bytes_at(path: Path, offset: int, length: int) -> bytes:
    """Some bytes of an ordinary file; fewer where it ends. Raises OSError."""
    with open_ordinary(path) as file:
        file.seek(offset)
        return file.read(length)

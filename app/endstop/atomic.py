"""Files that are there whole or not at all."""

import os
import secrets
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_IMODE

from endstop.interruption import on_leaving

_NEW = 0o666  # less what the umask takes away, as for any new file
_PRIVATE = 0o600


def write_atomically(
    path: Path, content: bytes, *, like: Path | None = None, private: bool = False
) -> None:
    """Write a file: a temporary file in the same folder, fsync, replace.

    The folder is made if it is missing. The file gets the mode and, where this process may give
    it, the owner of `like`; without it the mode of any new file, or with `private` one that only
    its owner can read. A link at `path` is replaced by the file, what it points to stays. Raises
    OSError; what was there before is then as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = temporary_in(path.parent)
    forget = on_leaving(partial(temporary.unlink, missing_ok=True))
    try:
        write_new(temporary, content, like=like, private=private)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        forget()


def write_new(
    path: Path, content: bytes, *, like: Path | None = None, private: bool = False
) -> None:
    """Write a file that must not exist yet and see it to the disk; see `write_atomically`.

    Raises OSError; what was written until then stays.
    """
    mode = _PRIVATE if private or like is not None else _NEW
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if like is not None:
        _take_after(path, like)


def temporary_in(folder: Path) -> Path:
    """A path for a temporary file of ours, which `is_temporary` knows again."""
    return folder / f".endstop-{secrets.token_hex(8)}.tmp"


def is_temporary(name: str) -> bool:
    """Whether a file's name is that of a temporary file of ours, of earlier versions too."""
    return name.startswith(".endstop-") and name.endswith(".tmp")


def _take_after(path: Path, like: Path) -> None:
    """Set mode and owner to those of another file."""
    model = like.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, model.st_uid, model.st_gid)
    path.chmod(S_IMODE(model.st_mode))

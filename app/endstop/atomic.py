"""Files that are there whole or not at all."""

import os
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_IMODE

from endstop.interruption import on_leaving


def write_atomically(path: Path, content: bytes, *, like: Path | None = None) -> None:
    """Write a file: a temporary file in the same folder, fsync, replace.

    The folder is made if it is missing. The file gets the mode and, where this process may give
    it, the owner of `like`; without it the mode of any new file. A link at `path` is replaced by
    the file, what it points to stays. Raises OSError; what was there before is then as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".endstop-", suffix=".tmp")
    temporary = Path(name)
    forget = on_leaving(partial(temporary.unlink, missing_ok=True))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _take_after(temporary, like)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        forget()


def _take_after(path: Path, like: Path | None) -> None:
    """Set mode and owner; mkstemp makes files that only the owner can read."""
    if like is None:
        path.chmod(_new_file_mode())
        return
    model = like.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, model.st_uid, model.st_gid)
    path.chmod(S_IMODE(model.st_mode))


def _new_file_mode() -> int:
    """What a new file gets in this process."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

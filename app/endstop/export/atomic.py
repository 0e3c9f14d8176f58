"""Files that are there whole or not at all."""

import os
import tempfile
from pathlib import Path

from endstop.errors import ExportError
from endstop.translation import _


def write_atomically(path: Path, text: str) -> None:
    """Write UTF-8 text: a temporary file in the same folder, fsync, replace.

    Raises ExportError; a file that was there before is then still as it was.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".endstop-", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(_file_mode())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ExportError(
            _("{file} cannot be written: {reason}.").format(file=path, reason=error.strerror),
            _("Choose another folder, or free some space."),
        ) from error


def _file_mode() -> int:
    """What a new file gets in this process; mkstemp makes files that only the owner can read."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

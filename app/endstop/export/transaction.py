"""Several files of one folder change together, or none does, also if the process is killed.

New contents are written to a folder inside, which is renamed when all is on the disk: from then
on they hold, and are only moved to their places. Whatever is found there later belongs to a
process that died: what was renamed is moved, what was not is removed. All of it happens under
the folder's lock (`folder_lock`).
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from endstop.errors import ExportError
from endstop.export.folder_lock import locked
from endstop.translation import _

_WRITING = ".endstop-export.tmp"
_WRITTEN = ".endstop-export.ready"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The folder for this process alone, made if it is missing, free of what others left undone.

    Raises ExportError, also in place of an OSError of whatever is done meanwhile.
    """
    try:
        with locked(folder):
            _finish_interrupted(folder)
            yield
    except OSError as error:
        raise ExportError(
            _("{file} cannot be written: {reason}.").format(
                file=folder, reason=error.strerror or error
            ),
            _("Choose another folder, or free some space."),
        ) from error


def commit(folder: Path, files: Mapping[str, bytes | None]) -> None:
    """Give files of a held folder their new contents; None removes one. Raises OSError."""
    _write(folder / _WRITING, files)
    (folder / _WRITING).rename(folder / _WRITTEN)
    _sync_folder(folder)
    _move(folder)


def try_to_write(folder: Path) -> None:
    """Make the folder, write a file to it and remove that again; raises ExportError."""
    with held(folder):
        _write(folder / _WRITING, {"probe": bytes(4096)})
        shutil.rmtree(folder / _WRITING)


def _finish_interrupted(folder: Path) -> None:
    """Complete, or remove, what a killed process left in the folder."""
    if (folder / _WRITING).exists():
        shutil.rmtree(folder / _WRITING)
    if (folder / _WRITTEN).exists():
        _move(folder)


def _write(staging: Path, files: Mapping[str, bytes | None]) -> None:
    """Write all files to a new folder; nothing is left of it if that fails."""
    staging.mkdir()
    try:
        for name, content in files.items():
            with (staging / name).open("xb") as file:
                file.write(content or b"")  # an empty one says: remove; no result is empty
                file.flush()
                os.fsync(file.fileno())
        _sync_folder(staging)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise


def _move(folder: Path) -> None:
    """Put each file in its place; may be repeated after it was interrupted anywhere."""
    for file in list((folder / _WRITTEN).iterdir()):
        if file.lstat().st_size:
            file.replace(folder / file.name)
        else:
            (folder / file.name).unlink(missing_ok=True)
            file.unlink()
    (folder / _WRITTEN).rmdir()
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """See to it that names, too, are on the disk."""
    if os.name == "nt":  # a folder cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

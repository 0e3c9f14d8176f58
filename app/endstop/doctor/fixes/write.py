"""Write the files of a fix: first what is kept of each, then the files themselves.

New files are made in the folder of the journal and then exchanged with the old ones, so that a
kill leaves nothing beside the model's files, and each of those old or new.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from endstop.atomic import temporary_in, write_new
from endstop.doctor.fixes.exchange import UnexpectedFileError, put, put_new
from endstop.doctor.fixes.patch import Change, FileChange, NumberChange
from endstop.doctor.fixes.patch_bytes import Number, write_numbers
from endstop.doctor.journal.journal import FOLDER, Fixed, backup_of
from endstop.doctor.journal.ordinary_file import read_ordinary


def keep(folder: Path, fixed: Fixed, changes: Iterable[Change]) -> None:
    """Keep what the files were; raises OSError.

    A settings file is copied, for who edits one of several names of a file changes all of them. A
    large file that has several names gets one more instead.
    """
    backup_of(folder, fixed, "").mkdir(parents=True)
    for change in changes:
        path, backup = folder / change.file, backup_of(folder, fixed, change.file)
        if path.is_symlink() or os.path.lexists(backup):
            continue
        if isinstance(change, FileChange) and change.before is not None:
            write_new(backup, change.before, like=path)
            shutil.copystat(path, backup)
        elif isinstance(change, NumberChange) and path.stat().st_nlink > 1:
            _name_again(path, backup)


def write(folder: Path, fixed: Fixed, changes: Iterable[Change]) -> None:
    """Change the files.

    Raises UnexpectedFileError with the name of a file that is not what it was, which then stays,
    and OSError; the files before it have been changed.
    """
    links = {entry.file: entry.link for entry in fixed.entries}
    for file, group in groupby(changes, lambda change: change.file):
        try:
            _write(folder / file, list(group), links[file])
        except UnexpectedFileError as error:
            raise UnexpectedFileError(file) from error


def _write(path: Path, changes: list[Change], link: str) -> None:
    """Change one file, which was a link to `link` if that is not empty."""
    numbers = []
    for change in changes:
        match change:
            case FileChange():
                _write_file(path, change, link)
            case NumberChange():
                numbers.append((change.offset, change.before, change.after))
    if numbers:
        _write_numbers(path, numbers)


def _write_file(path: Path, change: FileChange, link: str) -> None:
    def as_before(seen: Path) -> bool:
        if link or seen.is_symlink():
            return bool(link) and seen.is_symlink() and str(seen.readlink()) == link
        return read_ordinary(seen) == change.before

    with _temporary_beside(path) as new:
        write_new(new, change.after, like=None if change.before is None else path)
        if change.before is None:
            put_new(new, path)
        else:
            put(new, path, as_before)


def _write_numbers(path: Path, numbers: list[Number]) -> None:
    """Write in place; into a copy where the file has other names, or is a link to another."""
    seen = path.lstat()
    if not path.is_symlink() and seen.st_nlink == 1:
        write_numbers(path, numbers)
        return
    with _temporary_beside(path) as new:
        shutil.copy2(path, new)
        write_numbers(new, numbers)
        put(new, path, lambda old: _is_untouched(old, seen))


def _is_untouched(path: Path, seen: os.stat_result) -> bool:
    """Whether a file is the one that was seen, and was not written to since."""
    now = path.lstat()
    return os.path.samestat(now, seen) and now.st_mtime_ns == seen.st_mtime_ns


def _name_again(path: Path, backup: Path) -> None:
    try:
        os.link(path, backup)
    except OSError:  # the disk knows no second names
        shutil.copy2(path, backup)


@contextmanager
def _temporary_beside(path: Path) -> Iterator[Path]:
    """A path, on the same disk, for a file that is gone afterwards."""
    temporary = temporary_in(path.parent / FOLDER)
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)

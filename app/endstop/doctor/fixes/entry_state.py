"""In which state a file is that a fix has touched: as before, as after, or something else.

Never raises, but OSError where the disk fails.
"""

from pathlib import Path

from endstop.doctor.journal.journal import FOLDER, Entry, Fixed, How, backup_of
from endstop.doctor.journal.ordinary_file import bytes_at, digest


def is_before(folder: Path, entry: Entry) -> bool:
    """Whether a file is as before the fix."""
    path = folder / entry.file
    match entry.how:
        case How.CREATED:
            return not path.exists() and not path.is_symlink()
        case How.UNLINKED:
            return path.is_symlink() and str(path.readlink()) == entry.link
        case How.REPLACED | How.WRITTEN:
            return is_file_with(path, entry, entry.before)


def is_after(path: Path, entry: Entry) -> bool:
    """Whether the file at `path` is as the fix left it."""
    return is_file_with(path, entry, entry.after)


def is_kept(folder: Path, fixed: Fixed, entry: Entry) -> bool:
    """Whether the backup is what the file was, and is reached through no link."""
    backup = backup_of(folder, fixed, entry.file)
    places = (folder / FOLDER, backup.parent)
    return not any(p.is_symlink() for p in places) and is_file_with(backup, entry, entry.before)


def is_file_with(path: Path, entry: Entry, content: str) -> bool:
    """Whether an ordinary file, not a link, holds the content, in the terms of the entry."""
    return not path.is_symlink() and holds(path, entry, content)


def holds(path: Path, entry: Entry, content: str) -> bool:
    """The same, through links."""
    if not path.is_file():
        return False
    if entry.offset is None:
        return digest(path) == content
    return bytes_at(path, entry.offset, len(content) // 2).hex() == content

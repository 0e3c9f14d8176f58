"""Take a fix back: every file is again byte for byte what it was, links are links again."""

from pathlib import Path

from endstop.doctor.fix_plan import folder_of
from endstop.doctor.journal import (
    FOLDER,
    Entry,
    Fixed,
    How,
    backup_of,
    drop_backup,
    read_journal,
    write_journal,
)
from endstop.doctor.patch import place_in, require_writable
from endstop.doctor.patch_bytes import bytes_at, digest, write_bytes_at
from endstop.errors import FixError
from endstop.translation import _


class ChangedSinceError(FixError):
    """A file was changed after the fix; `undo(..., force=True)` would lose that change."""


def can_undo(path: Path) -> bool:
    """Whether a fix of this model (a folder or a .gguf file) can be taken back."""
    try:
        return _last(path) is not None
    except FixError:
        return False


def undo(path: Path, *, force: bool = False) -> tuple[str, ...]:
    """Take the model's last fix back; the files that were restored.

    Raises FixError if there is none or a file cannot be restored, and ChangedSinceError if a file
    was changed since and `force` is not given; then nothing was touched.
    """
    folder = folder_of(path)
    fixed = _last(path)
    if fixed is None:
        raise FixError(_("There is no fix of {path} to undo.").format(path=path))
    require_writable(folder)
    try:
        restored = restore(folder, fixed, force=force)
        write_journal(folder, tuple(fix for fix in read_journal(folder) if fix != fixed))
        drop_backup(folder, fixed)
    except OSError as error:
        raise FixError(
            _("{folder} cannot be restored: {reason}.").format(
                folder=folder, reason=error.strerror or error
            ),
            _("Make it writable and undo again."),
        ) from error
    return restored


def restore(folder: Path, fixed: Fixed, *, force: bool) -> tuple[str, ...]:
    """Bring the files of a fix back to what they were; see `undo`. Raises OSError too."""
    for entry in fixed.entries:
        _require_restorable(folder, fixed, entry, force=force)
    restored = []
    for entry in reversed(fixed.entries):
        if not _is_before(folder, entry):
            _restore(folder, fixed, entry)
            restored.append(entry.file)
    return tuple(dict.fromkeys(reversed(restored)))


def _last(path: Path) -> Fixed | None:
    """The last fix made for this model."""
    model = "" if path.is_dir() else path.name
    fixes = [fixed for fixed in read_journal(folder_of(path)) if fixed.model == model]
    return fixes[-1] if fixes else None


def _require_restorable(folder: Path, fixed: Fixed, entry: Entry, *, force: bool) -> None:
    path = place_in(folder, entry.file)
    if _is_before(folder, entry):
        return
    if not force and not _is_after(path, entry):
        raise ChangedSinceError(
            _("{file} was changed after the fix.").format(file=entry.file),
            _("Restoring it would lose that change."),
        )
    if path.is_dir():
        raise FixError(_("{file} is a folder now.").format(file=entry.file))
    if entry.how is How.WRITTEN and not _is_after(path, entry):
        raise FixError(
            _("{file} is not the file that was fixed.").format(file=entry.file),
            _("Download it again."),
        )
    backup = backup_of(folder, fixed, entry.file)
    if entry.how is How.REPLACED and not _is_kept(folder, backup, entry):
        raise FixError(_("The backup of {file} is damaged.").format(file=entry.file))


def _is_before(folder: Path, entry: Entry) -> bool:
    """Whether a file is as before the fix."""
    path = folder / entry.file
    match entry.how:
        case How.CREATED:
            return not path.exists() and not path.is_symlink()
        case How.UNLINKED:
            return path.is_symlink() and str(path.readlink()) == entry.link
        case How.REPLACED | How.WRITTEN:
            return _is(path, entry, entry.before)


def _is_kept(folder: Path, backup: Path, entry: Entry) -> bool:
    """Whether the backup is what the file was, and is reached through no link."""
    inside = backup.parent.resolve().is_relative_to((folder / FOLDER).resolve())
    return inside and _is(backup, entry, entry.before)


def _is_after(path: Path, entry: Entry) -> bool:
    """Whether a file is as the fix left it."""
    return _is(path, entry, entry.after)


def _is(path: Path, entry: Entry, content: str) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    if entry.offset is None:
        return digest(path) == content
    return bytes_at(path, entry.offset, len(content) // 2).hex() == content


def _restore(folder: Path, fixed: Fixed, entry: Entry) -> None:
    path = folder / entry.file
    match entry.how:
        case How.CREATED:
            path.unlink()
        case How.UNLINKED:
            link = path.with_name(f".endstop-{path.name}.tmp")
            link.unlink(missing_ok=True)
            link.symlink_to(entry.link)
            link.replace(path)
        case How.REPLACED:
            backup_of(folder, fixed, entry.file).replace(path)
        case How.WRITTEN:
            write_bytes_at(path, entry.offset or 0, bytes.fromhex(entry.before))

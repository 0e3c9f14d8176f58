"""Take a fix back: every file is again byte for byte what it was, links are links again."""

import shlex
from pathlib import Path

from endstop.doctor.fixes.entry_state import is_after, is_before
from endstop.doctor.fixes.exchange import UnexpectedFileError
from endstop.doctor.fixes.patch import require_writable
from endstop.doctor.fixes.plan import folder_of
from endstop.doctor.fixes.restore import ChangedSinceError as ChangedSinceError
from endstop.doctor.fixes.restore import require_restorable, restore
from endstop.doctor.fixes.undo_preview import UndoPreview, preview
from endstop.doctor.journal.folder_lock import changing
from endstop.doctor.journal.journal import Fixed, drop_backup, place_of_journal, write_journal
from endstop.doctor.journal.leftovers import sweep
from endstop.doctor.journal.rules import read_journal
from endstop.errors import FixError
from endstop.translation import _


class ForeignFixError(FixError):
    """The fix was not made by this user's Endstop; it is undone only as `preview_undo` showed."""


def can_undo(path: Path) -> bool:
    """Whether there is a fix of this model (a folder or a .gguf file) that may be taken back."""
    try:
        return _last(path) is not None
    except FixError:
        return False


def preview_undo(path: Path) -> UndoPreview:
    """What undoing the model's last fix would do, file by file; changes nothing.

    Raises FixError if there is none or a file cannot be restored.
    """
    try:
        return preview(folder_of(path), _existing(path))
    except OSError as error:
        raise _failed(path, error) from error


def undo(path: Path, *, force: bool = False, shown: UndoPreview | None = None) -> tuple[str, ...]:
    """Take the model's last fix back; the files that were restored.

    Raises FixError if there is none, a file cannot be restored, or another process is changing
    the folder; ChangedSinceError if a file was changed since and `force` is not given;
    ForeignFixError if the fix came with the folder and what it would do was not `shown`. Then
    nothing was touched.
    """
    folder = folder_of(path)
    require_writable(folder)
    with changing(folder):
        sweep(folder)
        try:
            return _undo(path, folder, force=force, shown=shown)
        except OSError as error:
            raise _failed(path, error) from error


def take_back(folder: Path, fixed: Fixed) -> None:
    """Undo what was done of a fix that broke off; a file that somebody else changed stays.

    Only while the folder is locked. Raises OSError.
    """
    for entry in reversed(fixed.entries):
        if is_after(folder / entry.file, entry) and not is_before(folder, entry):
            try:
                restore(folder, fixed, entry, force=False)
            except UnexpectedFileError:
                continue


def _undo(path: Path, folder: Path, *, force: bool, shown: UndoPreview | None) -> tuple[str, ...]:
    fixed = _existing(path)
    if not fixed.own:
        _require_shown(path, fixed, shown)
        force = True  # what was shown is what is there now
    for entry in fixed.entries:
        require_restorable(folder, fixed, entry, force=force)
    restored = []
    for entry in reversed(fixed.entries):
        if not is_before(folder, entry):
            try:
                restore(folder, fixed, entry, force=force)
            except UnexpectedFileError as error:
                raise ChangedSinceError(
                    _("{file} was changed after the fix.").format(file=entry.file),
                    _("Restoring it would lose that change."),
                ) from error
            restored.append(entry.file)
    write_journal(folder, tuple(fix for fix in read_journal(folder) if fix != fixed))
    drop_backup(folder, fixed)
    return tuple(dict.fromkeys(reversed(restored)))


def _require_shown(path: Path, fixed: Fixed, shown: UndoPreview | None) -> None:
    """ForeignFixError unless the user has seen what undoing this very fix does now."""
    if shown is not None and shown == preview(folder_of(path), fixed):
        return
    raise ForeignFixError(
        _("The fix of {path} was not made by this user's Endstop; it came with the folder.").format(
            path=path
        ),
        _(
            "{command} at a terminal shows what undoing it would change, and asks. If you do not "
            "need it, delete {folder}."
        ).format(
            command=f"endstop doctor --undo {shlex.quote(str(path))}",
            folder=place_of_journal(folder_of(path)),
        ),
    )


def _existing(path: Path) -> Fixed:
    fixed = _last(path)
    if fixed is None:
        raise FixError(_("There is no fix of {path} to undo.").format(path=path))
    return fixed


def _last(path: Path) -> Fixed | None:
    """The last fix made for this model."""
    model = "" if path.is_dir() else path.name
    fixes = [fixed for fixed in read_journal(folder_of(path)) if fixed.model == model]
    return fixes[-1] if fixes else None


def _failed(path: Path, error: OSError) -> FixError:
    return FixError(
        _("{folder} cannot be restored: {reason}.").format(
            folder=folder_of(path), reason=error.strerror or error
        ),
        _("Make it writable and undo again."),
    )

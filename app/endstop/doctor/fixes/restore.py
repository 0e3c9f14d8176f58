"""Bring single files of a fix back, each exchanged in one step and looked at once more."""

import os
from pathlib import Path

from endstop.atomic import temporary_in
from endstop.doctor.fixes.entry_state import holds, is_after, is_before, is_kept
from endstop.doctor.fixes.exchange import put, put_new, take_away
from endstop.doctor.fixes.patch_bytes import write_numbers
from endstop.doctor.journal.fixable import number_key, place_in
from endstop.doctor.journal.journal import FOLDER, Entry, Fixed, How, backup_of
from endstop.errors import FixError
from endstop.translation import _

_CACHE = "models--"  # how the folder of a model begins in the hub's cache


class ChangedSinceError(FixError):
    """A file was changed after the fix; `undo(..., force=True)` would lose that change."""


def require_restorable(folder: Path, fixed: Fixed, entry: Entry, *, force: bool) -> None:
    """FixError if a file cannot be brought back; ChangedSinceError if only `force` is missing.

    Also raises OSError.
    """
    path = place_in(folder, entry.file)
    if is_before(folder, entry):
        return
    if path.is_dir():
        raise FixError(_("{file} is a folder now.").format(file=entry.file))
    changed = not is_after(path, entry)
    if changed and not force:
        raise ChangedSinceError(
            _("{file} was changed after the fix.").format(file=entry.file),
            _("Restoring it would lose that change."),
        )
    match entry.how:
        case How.CREATED:
            _require(not changed, entry, _("the fix made it, and it holds something else now"))
        case How.REPLACED:
            _require_backup(folder, fixed, entry)
        case How.UNLINKED:
            _require_target(folder, fixed, entry)
        case How.WRITTEN:
            _require(not changed, entry, _("it is not the file that was fixed"))
            _require_number(path, entry)


def restore(folder: Path, fixed: Fixed, entry: Entry, *, force: bool) -> None:
    """Bring a file back that is restorable.

    Raises UnexpectedFileError if it changes at this very moment, and OSError.
    """
    path = folder / entry.file
    match entry.how:
        case How.CREATED:
            aside = temporary_in(folder / FOLDER)
            take_away(path, aside, lambda seen: is_after(seen, entry))
            aside.unlink()
        case How.UNLINKED:
            link = temporary_in(folder / FOLDER)
            try:
                link.symlink_to(entry.link)
                _put(link, path, entry, force=force)
            finally:
                link.unlink(missing_ok=True)
        case How.REPLACED:
            _put(backup_of(folder, fixed, entry.file), path, entry, force=force)
        case How.WRITTEN:
            number = (entry.offset or 0, bytes.fromhex(entry.after), bytes.fromhex(entry.before))
            write_numbers(path, [number])


def _put(new: Path, path: Path, entry: Entry, *, force: bool) -> None:
    if os.path.lexists(path):
        put(new, path, lambda seen: force or is_after(seen, entry))
    else:
        put_new(new, path)


def _require(true: bool, entry: Entry, otherwise: str) -> None:
    if not true:
        raise FixError(
            _("{file} cannot be restored: {reason}.").format(file=entry.file, reason=otherwise),
            _("Move it out of the folder and undo again, or download the model again."),
        )


def _require_backup(folder: Path, fixed: Fixed, entry: Entry) -> None:
    if not is_kept(folder, fixed, entry):
        raise FixError(_("The backup of {file} is damaged.").format(file=entry.file))
    if entry.offset is not None:
        _require_number(backup_of(folder, fixed, entry.file), entry)


def _require_number(path: Path, entry: Entry) -> None:
    key = number_key(path, entry.offset or 0, len(entry.before) // 2)
    _require(key is not None, entry, _("no number that a fix sets stands there"))


def _require_target(folder: Path, fixed: Fixed, entry: Entry) -> None:
    """The link must lead to what the file was; that of a foreign fix into the model's own cache."""
    target = folder / entry.link
    _require(holds(target, entry, entry.before), entry, _("the link's target is not what it was"))
    if entry.offset is not None:
        _require_number(target, entry)
    if not fixed.own:
        inside = not Path(entry.link).is_absolute() and target.resolve().is_relative_to(
            _own_tree(folder)
        )
        _require(inside, entry, _("the link leads out of the model's folder"))


def _own_tree(folder: Path) -> Path:
    """The model's folder, or in a cache of the hub all that is kept of the model."""
    folder = folder.resolve()
    trees = [above for above in folder.parents if above.name.startswith(_CACHE)]
    return trees[0] if trees else folder

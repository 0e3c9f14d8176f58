"""Apply a plan: keep what was, write the journal, then change the files, all or none."""

import hashlib
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from endstop.atomic import write_atomically
from endstop.doctor.fix_plan import FixPlan
from endstop.doctor.fix_undo import restore
from endstop.doctor.journal import (
    Entry,
    Fixed,
    How,
    backup_of,
    drop_backup,
    read_journal,
    write_journal,
)
from endstop.doctor.patch import (
    Change,
    FileChange,
    NumberChange,
    place_in,
    read_before,
    require_writable,
    unwritable,
)
from endstop.doctor.patch_bytes import bytes_at, write_bytes_at
from endstop.errors import FixError
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class Applied:
    """What was done: the files that changed, and sentences on links that became files."""

    files: tuple[str, ...]
    notes: tuple[str, ...]


def apply(plan: FixPlan) -> Applied:
    """Change the files as the plan says; raises FixError, then every file is as it was."""
    if not plan.changes:
        return Applied((), ())
    require_writable(plan.folder)
    for change in plan.changes:
        _require_unchanged(plan.folder, change)
    fixes = read_journal(plan.folder)
    fixed = _fixed(plan, 1 + max((fix.number for fix in fixes), default=0))
    try:
        for entry in fixed.entries:
            _keep(plan.folder, fixed, entry)
        write_journal(plan.folder, (*fixes, fixed))
        for change in plan.changes:
            _write(plan.folder, change)
    except OSError as error:
        _take_back(plan.folder, fixed, fixes)
        raise unwritable(plan.folder, error.strerror or str(error)) from error
    notes = tuple(_note(entry) for entry in fixed.entries if entry.how is How.UNLINKED)
    files = dict.fromkeys(entry.file for entry in fixed.entries)
    return Applied(tuple(files), tuple(dict.fromkeys(notes)))


def _fixed(plan: FixPlan, number: int) -> Fixed:
    """The journal's record of the fix that is about to be made."""
    path = plan.diagnosis.path
    return Fixed(
        number,
        model="" if path.is_dir() else path.name,
        codes=tuple(dict.fromkeys(finding.code for finding in plan.mends)),
        entries=tuple(_entry(plan.folder, change) for change in plan.changes),
    )


def _require_unchanged(folder: Path, change: Change) -> None:
    """FixError if the file is no longer what the plan was made from."""
    path = place_in(folder, change.file)
    match change:
        case FileChange():
            same = read_before(path) == change.before
        case NumberChange():
            same = bytes_at(path, change.offset, len(change.before)) == change.before
    if not same:
        raise FixError(
            _("{file} has changed since it was examined.").format(file=change.file),
            _("Examine the model again."),
        )


def _entry(folder: Path, change: Change) -> Entry:
    """The journal's line on a change."""
    path = place_in(folder, change.file)
    link = str(path.readlink()) if path.is_symlink() else ""
    if isinstance(change, NumberChange):
        shared = path.stat().st_nlink > 1
        how = How.UNLINKED if link else How.REPLACED if shared else How.WRITTEN
        return Entry(change.file, how, change.before.hex(), change.after.hex(), change.offset, link)
    after = hashlib.sha256(change.after).hexdigest()
    if change.before is None:
        return Entry(change.file, How.CREATED, "", after)
    before = hashlib.sha256(change.before).hexdigest()
    return Entry(change.file, How.UNLINKED if link else How.REPLACED, before, after, None, link)


def _keep(folder: Path, fixed: Fixed, entry: Entry) -> None:
    """Keep what a file was: the file itself under a second name where the disk can do that."""
    if entry.how is not How.REPLACED:
        return
    backup = backup_of(folder, fixed, entry.file)
    if backup.exists():
        return
    backup.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(folder / entry.file, backup)
    except OSError:
        shutil.copy2(folder / entry.file, backup)


def _write(folder: Path, change: Change) -> None:
    path = folder / change.file
    if isinstance(change, FileChange):
        like = None if change.before is None else path
        write_atomically(path, change.after, like=like)
        return
    if path.is_symlink() or path.stat().st_nlink > 1:
        _make_own(path)
    write_bytes_at(path, change.offset, change.after)


def _make_own(path: Path) -> None:
    """Replace a shared file, or a link to one, by a copy."""
    copy = path.with_name(f".endstop-{path.name}.tmp")
    try:
        shutil.copy2(path, copy)
        copy.replace(path)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise


def _take_back(folder: Path, fixed: Fixed, fixes: tuple[Fixed, ...]) -> None:
    """Leave every file, and the journal, as they were; FixError if the disk refuses that too."""
    try:
        restore(folder, fixed, force=True)
    except OSError as error:
        raise FixError(
            _("The fix of {folder} broke off: {reason}.").format(
                folder=folder, reason=error.strerror or error
            ),
            _("Undo it when the disk works again."),
        ) from error
    drop_backup(folder, fixed)
    with suppress(OSError):  # a journal of a fix that has not happened does no harm
        write_journal(folder, fixes)


def _note(entry: Entry) -> str:
    return _(
        "{file} was a link to {target}, which other folders may share. "
        "It is a file of its own now; what it pointed to is as it was."
    ).format(file=entry.file, target=entry.link)

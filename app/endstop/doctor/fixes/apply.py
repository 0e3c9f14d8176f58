"""Apply a plan: keep what was, write the journal, then change the files, all or none."""

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from endstop.doctor.fixes.exchange import UnexpectedFileError
from endstop.doctor.fixes.patch import (
    Change,
    FileChange,
    NumberChange,
    read_before,
    require_writable,
    unwritable,
)
from endstop.doctor.fixes.plan import FixPlan
from endstop.doctor.fixes.undo import take_back
from endstop.doctor.fixes.write import keep, write
from endstop.doctor.journal.fixable import place_in
from endstop.doctor.journal.folder_lock import changing
from endstop.doctor.journal.journal import (
    FOLDER,
    Entry,
    Fixed,
    How,
    drop_backup,
    sealed,
    write_journal,
)
from endstop.doctor.journal.leftovers import sweep
from endstop.doctor.journal.ordinary_file import bytes_at
from endstop.doctor.journal.rules import read_journal
from endstop.errors import FixError
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class Applied:
    """What was done: the files that changed, and sentences on links that became files."""

    files: tuple[str, ...]
    notes: tuple[str, ...]


def apply(plan: FixPlan) -> Applied:
    """Change the files as the plan says.

    Raises FixError, also while another process changes the folder; then every file is as it was.
    """
    if not plan.changes:
        return Applied((), ())
    require_writable(plan.folder)
    with changing(plan.folder):
        sweep(plan.folder)
        try:
            fixed = _apply(plan)
        except OSError as error:
            raise unwritable(plan.folder, error.strerror or str(error)) from error
    notes = tuple(_note(entry) for entry in fixed.entries if entry.how is How.UNLINKED)
    files = dict.fromkeys(entry.file for entry in fixed.entries)
    return Applied(tuple(files), tuple(dict.fromkeys(notes)))


def _apply(plan: FixPlan) -> Fixed:
    """Do it; raises FixError and OSError, then every file is as it was."""
    for change in plan.changes:
        _require_unchanged(plan.folder, change)
    fixes = read_journal(plan.folder)
    fixed = sealed(_fixed(plan, _free_number(plan.folder, fixes)))
    try:
        keep(plan.folder, fixed, plan.changes)
        write_journal(plan.folder, (*fixes, fixed))
        write(plan.folder, fixed, plan.changes)
    except UnexpectedFileError as error:
        _take_back(plan.folder, fixed, fixes)
        raise _changed(str(error)) from error
    except OSError:
        _take_back(plan.folder, fixed, fixes)
        raise
    return fixed


def _free_number(folder: Path, fixes: tuple[Fixed, ...]) -> int:
    """A number that no fix has, nor a backup that a killed one left."""
    taken = {fix.number for fix in fixes}
    free = (number for number in count(1) if number not in taken)
    return next(n for n in free if not os.path.lexists(folder / FOLDER / f"backup-{n}"))


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
    """FixError if the file is no longer what the plan was made from; raises OSError."""
    path = place_in(folder, change.file)
    match change:
        case FileChange():
            same = read_before(path) == change.before
        case NumberChange():
            same = bytes_at(path, change.offset, len(change.before)) == change.before
    if not same:
        raise _changed(change.file)


def _changed(file: str) -> FixError:
    return FixError(
        _("{file} has changed since it was examined.").format(file=file),
        _("Examine the model again."),
    )


def _entry(folder: Path, change: Change) -> Entry:
    """The journal's line on a change."""
    path = folder / change.file
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


def _take_back(folder: Path, fixed: Fixed, fixes: tuple[Fixed, ...]) -> None:
    """Leave every file, and the journal, as they were; FixError if the disk refuses that too."""
    try:
        take_back(folder, fixed)
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

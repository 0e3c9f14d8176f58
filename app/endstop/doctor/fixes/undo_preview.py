"""What undoing a fix would do, to be seen before: needed for a fix that came with the folder."""

from dataclasses import dataclass
from pathlib import Path

from endstop.doctor.fixes.entry_state import is_before
from endstop.doctor.fixes.patch_diff import number_diff, text_diff
from endstop.doctor.fixes.restore import require_restorable
from endstop.doctor.journal.fixable import number_key
from endstop.doctor.journal.journal import Entry, Fixed, How, backup_of
from endstop.doctor.journal.ordinary_file import bytes_at, read_ordinary
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class UndoStep:
    """What happens to one file: a sentence, and the change as a unified diff."""

    sentence: str
    diff: str


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """The steps of undoing a fix, in the order in which they are done."""

    fixed: Fixed
    steps: tuple[UndoStep, ...]


def preview(folder: Path, fixed: Fixed) -> UndoPreview:
    """The steps; raises FixError if a file cannot be restored, and OSError."""
    for entry in fixed.entries:
        require_restorable(folder, fixed, entry, force=True)
    waiting = (entry for entry in reversed(fixed.entries) if not is_before(folder, entry))
    return UndoPreview(fixed, tuple(_step(folder, fixed, entry) for entry in waiting))


def _step(folder: Path, fixed: Fixed, entry: Entry) -> UndoStep:
    path = folder / entry.file
    match entry.how:
        case How.CREATED:
            sentence = _("{file} is deleted.").format(file=entry.file)
            return UndoStep(sentence, text_diff(entry.file, read_ordinary(path), b""))
        case How.UNLINKED:
            sentence = _("{file} becomes a link to {target}.").format(
                file=entry.file, target=entry.link
            )
            source = folder / entry.link
        case How.REPLACED:
            sentence = _("{file} is replaced by its backup.").format(file=entry.file)
            source = backup_of(folder, fixed, entry.file)
        case How.WRITTEN:
            sentence = _("A number in {file} is written anew.").format(file=entry.file)
            source = path
    return UndoStep(sentence, _diff(path, source, entry))


def _diff(path: Path, source: Path, entry: Entry) -> str:
    """The change of a file that becomes what `source` is."""
    if entry.offset is None:
        there = path.exists() or path.is_symlink()
        return text_diff(entry.file, read_ordinary(path) if there else None, read_ordinary(source))
    length = len(entry.before) // 2
    key = number_key(source, entry.offset, length) or ""
    seen = bytes_at(path, entry.offset, length)
    old, new = (int.from_bytes(number, "little") for number in (seen, bytes.fromhex(entry.before)))
    return number_diff(entry.file, key, old, new)

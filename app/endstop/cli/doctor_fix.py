"""`endstop doctor --fix` and `--undo`: show, ask, do, and say what came of it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.finding import Finding
from endstop.doctor.fixes.plan import automatic, plan
from endstop.doctor.fixes.undo import (
    ChangedSinceError,
    ForeignFixError,
    can_undo,
    preview_undo,
    undo,
)
from endstop.doctor.fixes.undo_preview import UndoPreview
from endstop.doctor.fixes.verify import Outcome, fix_and_verify
from endstop.doctor.reports.layout import Colour, Paint, harmless
from endstop.doctor.reports.verdict import verdict
from endstop.errors import FixError
from endstop.translation import _

_DIFF = {"-": Colour.RED, "+": Colour.GREEN, "@": Colour.BLUE}


@dataclass(frozen=True, slots=True)
class Hands:
    """How to show things and whom to ask; `yes`: nobody, the answer is known."""

    yes: bool
    show: Callable[[str], None]
    coloured: bool

    @property
    def can_ask(self) -> bool:
        """Whether a question finds an answer."""
        return self.yes or sys.stdin.isatty()

    def agree(self, question: str) -> bool:
        """Ask on standard error, where no script takes it for a result; no is the default."""
        if self.yes:
            return True
        print(_("{question} [y/N] ").format(question=question), end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().lower() in ("y", "yes", _("yes"))


def fix(diagnosis: Diagnosis, hands: Hands) -> Diagnosis:
    """Apply the fixes that the user agrees to; the diagnosis after that. Raises FixError."""
    chosen = automatic(diagnosis)
    if not hands.yes:
        chosen = tuple(f for f in diagnosis.findings if f in chosen or _wanted(f, hands))
    made = plan(diagnosis, chosen)
    for left in made.left_out:
        hands.show(harmless(f"{left.finding.code}: {left.why}"))
    if not made.changes:
        hands.show(_("There is nothing that --fix can mend."))
        return diagnosis
    _show_diff(made.diff, hands)
    if not hands.agree(_("Change these files?")):
        hands.show(_("Nothing was changed."))
        return diagnosis
    outcome = fix_and_verify(made)
    _tell(outcome, hands)
    return outcome.diagnosis


def take_back(model: Path, hands: Hands) -> None:
    """Undo the last fix of a model; asks if a file was changed since, or if the fix came with the
    folder. Raises FixError."""
    try:
        restored = undo(model)
    except ChangedSinceError as error:
        if not hands.can_ask or not hands.agree(harmless(f"{error} ") + _("Restore it anyway?")):
            raise
        restored = undo(model, force=True)
    except ForeignFixError as error:
        if hands.yes or not hands.can_ask:  # nobody would see what it does
            raise
        hands.show(harmless(error.sentence))
        restored = undo(model, shown=_agreed_to(model, hands))
    path, files = harmless(str(model)), harmless(", ".join(restored))
    if restored:
        hands.show(_("{path}: restored {files}.").format(path=path, files=files))
    else:
        hands.show(_("{path}: the files were already as before the fix.").format(path=path))
    if can_undo(model):
        hands.show(_("An earlier fix can be undone too."))


def _agreed_to(model: Path, hands: Hands) -> UndoPreview:
    """What undoing a foreign fix does, shown and agreed to; FixError without a yes."""
    shown = preview_undo(model)
    for step in shown.steps:
        hands.show(harmless(step.sentence))
        _show_diff(step.diff, hands)
    if not hands.agree(_("Change these files?")):
        raise FixError(_("Nothing was changed."))
    return shown


def _wanted(finding: Finding, hands: Hands) -> bool:
    """Whether the user wants a fix that is not automatic."""
    possible = finding.fix
    if possible is None or not possible.edits:
        return False
    return hands.agree(harmless(f"{finding.code}: {possible.title}?"))


def _show_diff(diff: str, hands: Hands) -> None:
    paint = Paint(coloured=hands.coloured)
    for line in diff.splitlines():
        hands.show(paint(harmless(line), _DIFF.get(line[:1], Colour.PLAIN)))


def _tell(outcome: Outcome, hands: Hands) -> None:
    """What was done, what is left, and how to take it back."""
    files = harmless(", ".join(outcome.applied.files))
    hands.show(
        _("Changed {files}. Mended: {codes}.").format(
            files=files, codes=_codes(outcome.gone) or _("nothing")
        )
    )
    for note in outcome.applied.notes:
        hands.show(harmless(note))
    if outcome.stayed:
        hands.show(_("Still there: {codes}.").format(codes=_codes(outcome.stayed)))
    if outcome.came:
        hands.show(_("New: {codes}.").format(codes=_codes(outcome.came)))
    hands.show(harmless(verdict(outcome.diagnosis)))
    hands.show(_("What was there before is kept in .endstop; --undo brings it back."))


def _codes(findings: tuple[Finding, ...]) -> str:
    return ", ".join(dict.fromkeys(finding.code for finding in findings))

"""Fix and Undo: shows what a fix would change first, and reports the outcome afterwards."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from endstop.doctor.fixes.plan import FixPlan
from endstop.doctor.fixes.undo import ChangedSinceError
from endstop.doctor.fixes.verify import Outcome
from endstop.errors import EndstopError
from endstop.gui.diagnostics.examination import Examination
from endstop.gui.diagnostics.examiner import Examiner
from endstop.gui.diagnostics.fix_dialog import FixDialog
from endstop.gui.diagnostics.panel_wording import outcome_sentence
from endstop.gui.widgets.notices import Notice, NoticeKind, NoticeStrip
from endstop.gui.widgets.theme import Theme
from endstop.translation import _


class Fixing(QObject):
    """Opens the dialog over the window of `dock`; `dialog` is None while it is closed."""

    def __init__(self, examiner: Examiner, strip: NoticeStrip, theme: Theme, dock: QWidget) -> None:
        super().__init__(examiner)
        self._examiner = examiner
        self._strip = strip
        self._theme = theme
        self._dock = dock
        self._choice = 0
        self.dialog: FixDialog | None = None
        examiner.fixed.connect(self._fixed)
        examiner.undone.connect(self._undone)
        examiner.refused.connect(self._refused)

    @Slot()
    def show_fix(self) -> None:
        """Show what a fix would change, and change it if the user says so."""
        examination = self._examination()
        if examination is None:
            return
        dialog = FixDialog(examination.fixable, examination.plan, self._theme, self._dock.window())
        dialog.choice_changed.connect(lambda _findings: self._replan(dialog, examination))
        dialog.applied.connect(self._examiner.fix)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    @Slot()
    def undo_fix(self) -> None:
        """Undo the last fix of the shown model."""
        if self._examiner.shown is not None:
            self._examiner.undo(self._examiner.shown.path)

    def _replan(self, dialog: FixDialog, examination: Examination) -> None:
        """Show the plan for what is ticked now; one made for an earlier choice is ignored."""
        choice = self._choice = self._choice + 1

        def done(made: FixPlan | EndstopError) -> None:
            if dialog is not self.dialog or choice != self._choice:
                return
            if isinstance(made, FixPlan):
                dialog.show_plan(made)
            else:
                dialog.show_error(made)

        self._examiner.replan(examination, dialog.chosen, done)

    @Slot(object, object)
    def _fixed(self, path: Path, outcome: Outcome) -> None:
        kind = NoticeKind.WARNING if outcome.stayed or outcome.came else NoticeKind.SUCCESS
        notes = " ".join(outcome.applied.notes)
        undo = Notice(
            kind, outcome_sentence(outcome), notes, _("Undo"), lambda: self._examiner.undo(path)
        )
        self._strip.show_notice(undo)

    @Slot(object, object)
    def _undone(self, _path: Path, files: tuple[str, ...]) -> None:
        named = ", ".join(files)
        sentence = _("Restored byte for byte: {files}.").format(files=named)
        self._strip.show_notice(Notice(NoticeKind.SUCCESS, sentence))

    @Slot(object, object)
    def _refused(self, path: Path, error: EndstopError) -> None:
        if isinstance(error, ChangedSinceError):
            anyway = _("Restore Anyway")
            again = Notice.of(error, anyway, lambda: self._examiner.undo(path, force=True))
            self._strip.show_notice(again)
        else:
            self._strip.show_notice(Notice.of(error))

    @Slot()
    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _examination(self) -> Examination | None:
        shown = self._examiner.shown
        return shown.examination if shown else None

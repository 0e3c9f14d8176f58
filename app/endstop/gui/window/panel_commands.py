"""What the actions of the diagnostics panel do."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from endstop.doctor.fix_plan import FixPlan
from endstop.doctor.fix_undo import ChangedSinceError
from endstop.doctor.fix_verify import Outcome
from endstop.errors import EndstopError
from endstop.gui.diagnostics.examination import Examination
from endstop.gui.diagnostics.fix_dialog import FixDialog
from endstop.gui.diagnostics.panel_wording import outcome_sentence
from endstop.gui.diagnostics.patient import Patient
from endstop.gui.widgets.notices import Notice, NoticeKind
from endstop.gui.widgets.theme import Theme
from endstop.gui.window.actions import WindowActions
from endstop.gui.window.commands import Commands
from endstop.gui.window.dialogs import Dialogs
from endstop.gui.window.parts import Parts
from endstop.gui.window.workspace import Workspace
from endstop.translation import _


class PanelCommands(QObject):
    """Connects the actions to the examiner and the probe, and says what came of them."""

    def __init__(
        self,
        parts: Parts,
        workspace: Workspace,
        commands: Commands,
        dialogs: Dialogs,
        theme: Theme,
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._examiner = workspace.examiner
        self._notices = parts.notices
        self._panel = parts.diagnostics
        self._commands = commands
        self._dialogs = dialogs
        self._theme = theme
        self._probe_next = ""
        self.dialog: FixDialog | None = None
        self._connect(parts.actions)

    def _connect(self, actions: WindowActions) -> None:
        for action, command in (
            (actions.fix, self.show_fix),
            (actions.undo_fix, self.undo_fix),
            (actions.probe, self.probe),
            (actions.copy_report, self.copy_report),
            (actions.examine_again, self._examiner.examine_again),
            (actions.examine_folder, self.examine_folder),
            (actions.load_examined, self.load_examined),
            (actions.back_to_model, self._examiner.dismiss_guest),
        ):
            action.triggered.connect(command)
        self._panel.model_dropped.connect(self._examiner.look_at)
        self._panel.guest.chosen.connect(self._examiner.choose_guest)
        self._examiner.mended.connect(self._mended)
        self._examiner.undone.connect(self._undone)
        self._examiner.refused.connect(self._refused)
        self._examiner.changed.connect(self._probe_when_known)
        self._workspace.probe.failed.connect(self._probe_failed)

    @Slot()
    def show_fix(self) -> None:
        """Show what a fix would change, and change it if the user says so."""
        examination = self._examination()
        if examination is None:
            return
        dialog = FixDialog(examination.fixable, examination.plan, self._theme, self._panel.window())

        def show_plan(made: FixPlan | EndstopError) -> None:
            if isinstance(made, FixPlan) and dialog is self.dialog:
                dialog.show_plan(made)

        dialog.choice_changed.connect(
            lambda findings: self._examiner.replan(examination, findings, show_plan)
        )
        dialog.applied.connect(self._examiner.fix)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    @Slot()
    def undo_fix(self) -> None:
        """Take the last fix of the shown model back."""
        if self._examiner.shown is not None:
            self._examiner.undo(self._examiner.shown.path)

    @Slot()
    def probe(self) -> None:
        """Probe the loaded model, stop the probe, or offer to load the model that is shown."""
        run = self._workspace.probe
        guest = self._examiner.guest
        if run.active:
            run.stop()
        elif guest is not None:
            self._offer_to_load(guest)
        else:
            self._begin_probe()

    @Slot()
    def copy_report(self) -> None:
        """Put the whole report into the clipboard."""
        examination = self._examination()
        if examination is not None:
            QApplication.clipboard().setText(examination.report)
            self._say(NoticeKind.SUCCESS, _("The report is in the clipboard, as Markdown."))

    @Slot()
    def examine_folder(self) -> None:
        """Ask for a folder and examine it without loading it."""
        start = self._workspace.settings.model
        folder = self._dialogs.folder(_("Examine a Model Folder"), start)
        if folder is not None:
            self._panel.show()
            self._examiner.look_at(folder)

    @Slot()
    def load_examined(self) -> None:
        """Make the model that is looked at the window's own."""
        guest = self._examiner.guest
        if guest is not None:
            self._commands.choose_model(str(guest.path))

    def _offer_to_load(self, guest: Patient) -> None:
        def load_and_probe() -> None:
            self._probe_next = str(guest.path)
            self._commands.choose_model(str(guest.path))

        self._notices.show_notice(
            Notice(
                NoticeKind.INFORMATION,
                _("The probe asks the model itself, so {name} must be loaded first.").format(
                    name=guest.name
                ),
                label=_("Load and Probe"),
                action=load_and_probe,
            )
        )

    def _begin_probe(self) -> None:
        own, location = self._examiner.own, self._workspace.session.status.location
        if own is not None and own.examination is not None:
            self._workspace.probe.begin(location, own.examination.diagnosis.subject)

    @Slot()
    def _probe_when_known(self) -> None:
        """A probe that waits for its model's files to be examined."""
        own = self._examiner.own
        if own is not None and own.examination and self._probe_next == str(own.path):
            self._probe_next = ""
            self._begin_probe()

    @Slot(object, object)
    def _mended(self, path: Path, outcome: Outcome) -> None:
        kind = NoticeKind.WARNING if outcome.stayed or outcome.came else NoticeKind.SUCCESS
        notes = " ".join(outcome.applied.notes)
        self._notices.show_notice(
            Notice(
                kind,
                outcome_sentence(outcome),
                notes,
                _("Undo"),
                lambda: self._examiner.undo(path),
            )
        )
        self._reload(path)

    @Slot(object, object)
    def _undone(self, path: Path, files: tuple[str, ...]) -> None:
        named = ", ".join(files)
        self._say(NoticeKind.SUCCESS, _("Restored byte for byte: {files}.").format(files=named))
        self._reload(path)

    @Slot(object, object)
    def _refused(self, path: Path, error: EndstopError) -> None:
        if isinstance(error, ChangedSinceError):
            anyway = _("Restore Anyway")
            again = Notice.of(error, anyway, lambda: self._examiner.undo(path, force=True))
            self._notices.show_notice(again)
        else:
            self._notices.show_notice(Notice.of(error))

    @Slot(object)
    def _probe_failed(self, error: EndstopError) -> None:
        self._notices.show_notice(Notice.of(error))

    def _reload(self, path: Path) -> None:
        """The files of the window's model changed: load it anew, so that its runs agree."""
        location = self._workspace.session.status.location
        own = self._examiner.own
        if own is not None and own.path == path:
            self._workspace.session.load(location)

    def _say(self, kind: NoticeKind, sentence: str) -> None:
        self._notices.show_notice(Notice(kind, sentence))

    @Slot()
    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _examination(self) -> Examination | None:
        shown = self._examiner.shown
        return shown.examination if shown else None

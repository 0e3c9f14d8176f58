"""The diagnostics: what is known of the models, and what is done about it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from endstop.gui.diagnostics.diagnostics_actions import DiagnosticsActions
from endstop.gui.diagnostics.diagnostics_dock import DiagnosticsDock
from endstop.gui.diagnostics.examination import Examination
from endstop.gui.diagnostics.examined_model import ExaminedModel
from endstop.gui.diagnostics.examiner import Examiner
from endstop.gui.diagnostics.fixing import Fixing
from endstop.gui.diagnostics.panel_state import PanelState, Surroundings, panel_state
from endstop.gui.diagnostics.probe_run import ProbeRun
from endstop.gui.widgets.folder_dialog import FolderDialog
from endstop.gui.widgets.health import Health
from endstop.gui.widgets.notices import Notice, NoticeKind, NoticeStrip
from endstop.gui.widgets.theme import Theme
from endstop.gui.workers.inference_thread import InferenceThread
from endstop.gui.workers.model_session import ModelSession, ModelState
from endstop.translation import _


class DiagnosticsController(QObject):
    """Knows the examiner, the probe and the model's session, and the dock that shows them.

    `is_extracting()` says whether the model is busy with a document, `last_folder()` where a
    dialog starts. `model_wanted(location)` asks for a model to be loaded;
    `health_changed(Health, verdict)` is about the loaded one.
    """

    model_wanted = Signal(str)
    health_changed = Signal(object, str)

    def __init__(
        self,
        session: ModelSession,
        thread: InferenceThread,
        is_extracting: Callable[[], bool],
        last_folder: Callable[[], str],
        dialogs: FolderDialog,
        strip: NoticeStrip,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._is_extracting = is_extracting
        self._last_folder = last_folder
        self._dialogs = dialogs
        self._strip = strip
        self._probe_next = ""
        self.actions = DiagnosticsActions(window)
        self.examiner = Examiner(self)
        self.probe = ProbeRun(thread, self)
        self.dock = DiagnosticsDock(self.actions, theme, window)
        self.fixing = Fixing(self.examiner, strip, theme, self.dock)
        self._connect_actions()
        self._connect_models()
        self.refresh()

    def shut_down(self) -> None:
        """Stop everything, after a fix that is under way has finished."""
        self.examiner.shut_down()

    @Slot()
    def refresh(self) -> None:
        """Show all that is known now."""
        examiner, around = self.examiner, self._surroundings()
        state = panel_state(examiner.shown, around)
        self.dock.show_state(state, examiner.siblings)
        self._enable_actions(state)
        self._tell_health()
        self._follow_probe()

    @Slot()
    def open(self) -> None:
        """Bring the findings of the window's own model to the front."""
        self.examiner.dismiss_guest()
        self.actions.dock.setChecked(True)
        self.dock.show_findings()

    @Slot()
    def begin_or_stop_probe(self) -> None:
        """Probe the loaded model, stop the probe, or offer to load the model that is shown."""
        guest = self.examiner.guest
        if self.probe.active:
            self.probe.stop()
        elif guest is not None:
            self._offer_to_load(guest)
        else:
            self._begin_probe()

    @Slot()
    def copy_report(self) -> None:
        """Put the whole report on the clipboard."""
        examination = self._examination()
        if examination is not None:
            QApplication.clipboard().setText(examination.report)
            self._say(NoticeKind.SUCCESS, _("The report is in the clipboard, as Markdown."))

    @Slot()
    def examine_folder(self) -> None:
        """Ask for a folder and examine it without loading it."""
        folder = self._dialogs.folder(_("Examine a Model Folder"), self._last_folder())
        if folder is not None:
            self.dock.show()
            self.examiner.look_at(folder)

    @Slot()
    def load_examined(self) -> None:
        """Load the model that is only being looked at."""
        if self.examiner.guest is not None:
            self.model_wanted.emit(str(self.examiner.guest.path))

    def _connect_actions(self) -> None:
        actions = self.actions
        for action, command in (
            (actions.fix, self.fixing.show_fix),
            (actions.undo_fix, self.fixing.undo_fix),
            (actions.probe, self.begin_or_stop_probe),
            (actions.copy_report, self.copy_report),
            (actions.examine_again, self.examiner.examine_again),
            (actions.examine_folder, self.examine_folder),
            (actions.load_examined, self.load_examined),
            (actions.back_to_model, self.examiner.dismiss_guest),
        ):
            action.triggered.connect(command)
        actions.dock.toggled.connect(self.dock.setVisible)
        self.dock.visibilityChanged.connect(lambda: actions.dock.setChecked(self._dock_shown()))
        self.dock.model_dropped.connect(self.examiner.look_at)
        self.dock.guest.chosen.connect(self.examiner.choose_guest)

    def _connect_models(self) -> None:
        self.examiner.fixed.connect(self._reload)
        self.examiner.undone.connect(self._reload)
        self.examiner.changed.connect(self._probe_when_known)
        self.examiner.changed.connect(self.refresh)
        self.probe.changed.connect(self._probe_changed)
        self.probe.ended.connect(self.examiner.take_probe)
        self.probe.failed.connect(lambda error: self._strip.show_notice(Notice.of(error)))
        self._session.changed.connect(self._model_changed)

    @Slot()
    def _model_changed(self) -> None:
        location = self._session.status.location
        self.examiner.follow(location)
        progress = self.probe.progress
        if progress is not None and progress.location != location:
            self.probe.stop()
        self.refresh()

    def _surroundings(self) -> Surroundings:
        status = self._session.status
        return Surroundings(
            location=status.location,
            guest=self.examiner.guest is not None,
            loaded=status.state is ModelState.READY,
            load_error=status.error if status.state is ModelState.FAILED else None,
            probing=self.probe.active,
            changing=self.examiner.changing,
        )

    def _enable_actions(self, state: PanelState) -> None:
        actions = self.actions
        actions.fix.setText(state.fix)
        actions.fix.setEnabled(state.can_fix)
        actions.undo_fix.setEnabled(state.can_undo)
        actions.probe.setText(_("Stop Probe") if self.probe.active else _("Probe"))
        actions.probe.setToolTip(state.probe_hint)
        actions.probe.setEnabled(state.can_probe)
        actions.copy_report.setEnabled(state.examined)
        known = self.examiner.shown is not None
        actions.examine_again.setEnabled(known and not self.probe.active)
        actions.load_examined.setEnabled(state.can_load)
        actions.back_to_model.setEnabled(bool(state.guest))

    def _tell_health(self) -> None:
        own, status = self.examiner.own, self._session.status
        health = own.health if own else Health.UNKNOWN
        verdict = own.verdict if own else ""
        if status.state is ModelState.FAILED and status.error is not None:
            health, verdict = Health.BAD, str(status.error)
        self.health_changed.emit(health, verdict)

    @Slot()
    def _probe_changed(self) -> None:
        """Tokens arrive thirty times a second; only the start and the end change anything else."""
        progress = self.probe.progress
        if progress is None or not progress.trial:
            self.refresh()
        else:
            self._follow_probe()

    def _follow_probe(self) -> None:
        progress = self.probe.progress
        if progress is not None and self.examiner.guest is None:
            loaded = self._session.status.state is ModelState.READY
            self.dock.show_progress(progress, waits=self._is_extracting() or not loaded)

    def _offer_to_load(self, guest: ExaminedModel) -> None:
        def load_and_probe() -> None:
            self._probe_next = str(guest.path)
            self.model_wanted.emit(str(guest.path))

        sentence = _("The probe asks the model itself, so {name} must be loaded first.")
        self._strip.show_notice(
            Notice(
                NoticeKind.INFORMATION,
                sentence.format(name=guest.name),
                label=_("Load and Probe"),
                action=load_and_probe,
            )
        )

    def _begin_probe(self) -> None:
        own, location = self.examiner.own, self._session.status.location
        if own is not None and own.examination is not None:
            self.probe.begin(location, own.examination.diagnosis.subject)

    @Slot()
    def _probe_when_known(self) -> None:
        """Start the probe that has been waiting for its model to be examined."""
        own = self.examiner.own
        if own is not None and own.examination and self._probe_next == str(own.path):
            self._probe_next = ""
            self._begin_probe()

    @Slot(object)
    def _reload(self, path: Path) -> None:
        """The files of the window's model changed: load it anew, so that its runs agree."""
        own = self.examiner.own
        if own is not None and own.path == path:
            self._session.load(self._session.status.location)

    def _say(self, kind: NoticeKind, sentence: str) -> None:
        self._strip.show_notice(Notice(kind, sentence))

    def _dock_shown(self) -> bool:
        return not self.dock.isHidden()

    def _examination(self) -> Examination | None:
        shown = self.examiner.shown
        return shown.examination if shown else None

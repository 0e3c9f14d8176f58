"""Keeps the diagnostics panel and the toolbar's dot in step with what is known of the models."""

from PySide6.QtCore import QObject, Slot

from endstop.gui.diagnostics.health import Health
from endstop.gui.diagnostics.panel_state import PanelState, Surroundings, panel_state
from endstop.gui.window.parts import Parts
from endstop.gui.window.workspace import Workspace
from endstop.gui.workers.model_session import ModelState
from endstop.translation import _


class PanelCoordination(QObject):
    """Connects signals; holds no state of its own."""

    def __init__(self, parts: Parts, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._parts = parts
        self._workspace = workspace
        workspace.session.changed.connect(self._show_all)
        workspace.examiner.changed.connect(self._show_all)
        workspace.probe.changed.connect(self._probe_changed)
        parts.toolbar.model.health.clicked.connect(self._open_panel)
        self._show_all()

    @Slot()
    def _show_all(self) -> None:
        examiner = self._workspace.examiner
        state = panel_state(examiner.shown, self._surroundings())
        self._parts.diagnostics.show_state(state, examiner.siblings)
        self._show_actions(state)
        self._show_health()
        self._follow_probe()

    def _surroundings(self) -> Surroundings:
        workspace, status = self._workspace, self._workspace.session.status
        return Surroundings(
            location=status.location,
            guest=workspace.examiner.guest is not None,
            loaded=status.state is ModelState.READY,
            load_error=status.error if status.state is ModelState.FAILED else None,
            probing=workspace.probe.active,
        )

    def _show_actions(self, state: PanelState) -> None:
        actions = self._parts.actions
        actions.fix.setText(state.fix)
        actions.fix.setEnabled(state.can_fix)
        actions.undo_fix.setEnabled(state.can_undo)
        actions.probe.setText(_("Stop Probe") if self._workspace.probe.active else _("Probe"))
        actions.probe.setToolTip(state.probe_hint)
        actions.probe.setEnabled(state.can_probe)
        actions.copy_report.setEnabled(state.examined)
        known = self._workspace.examiner.shown is not None
        actions.examine_again.setEnabled(known and not self._workspace.probe.active)
        actions.load_examined.setEnabled(state.can_load)
        actions.back_to_model.setEnabled(bool(state.guest))

    def _show_health(self) -> None:
        own, status = self._workspace.examiner.own, self._workspace.session.status
        health = own.health if own else Health.UNKNOWN
        verdict = own.verdict if own else ""
        if status.state is ModelState.FAILED and status.error is not None:
            health, verdict = Health.BAD, str(status.error)
        self._parts.toolbar.model.health.show_health(health, verdict)

    @Slot()
    def _probe_changed(self) -> None:
        """Tokens come thirty times a second: only a beginning or an end changes the rest."""
        progress = self._workspace.probe.progress
        if progress is None or not progress.trial:
            self._show_all()
        else:
            self._follow_probe()

    def _follow_probe(self) -> None:
        workspace = self._workspace
        progress = workspace.probe.progress
        if progress is not None and workspace.examiner.guest is None:
            loaded = workspace.session.status.state is ModelState.READY
            waits = workspace.queue.running is not None or not loaded
            self._parts.diagnostics.show_progress(progress, waits)

    @Slot()
    def _open_panel(self) -> None:
        self._workspace.examiner.dismiss_guest()
        self._parts.actions.diagnostics.setChecked(True)
        self._parts.diagnostics.show_findings()

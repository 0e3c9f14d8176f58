"""Keeps the parts of the window in step with the workspace and with each other."""

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QAction

from endstop.gui.diagnostics.panel_wording import probe_activity
from endstop.gui.documents.document_entry import DocumentEntry
from endstop.gui.documents.wording import activity_text
from endstop.gui.widgets import icons
from endstop.gui.widgets.theme import Theme, ThemeChoice
from endstop.gui.window.commands import Commands
from endstop.gui.window.parts import Parts
from endstop.gui.window.workspace import Workspace
from endstop.gui.workers.model_session import ModelState


class Coordination(QObject):
    """Connects signals; holds no state of its own."""

    def __init__(
        self, parts: Parts, workspace: Workspace, commands: Commands, theme: Theme
    ) -> None:
        super().__init__(workspace)
        self._parts = parts
        self._workspace = workspace
        self._commands = commands
        self._theme = theme
        # Many documents change at once: the actions are looked at once for all of them.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._show_actions)
        self._connect_workspace()
        self._connect_parts()
        self._connect_choices()
        self._rows_changed()
        self._model_changed()
        self._show_schema()
        self._theme_changed()

    def _connect_workspace(self) -> None:
        workspace = self._workspace
        workspace.entry_changed.connect(self._entry_changed)
        workspace.queue.changed.connect(self._refresh_actions)
        workspace.probe.changed.connect(self._refresh_actions)
        workspace.session.changed.connect(self._model_changed)
        workspace.schema_changed.connect(self._show_schema)
        workspace.sizing_changed.connect(self._show_current)
        workspace.table.rowsInserted.connect(self._rows_changed)
        workspace.table.rowsRemoved.connect(self._rows_changed)

    def _connect_parts(self) -> None:
        parts = self._parts
        parts.documents.current_changed.connect(self._show_current)
        parts.documents.selection_changed.connect(self._refresh_actions)
        parts.result.retry_clicked.connect(self._workspace.retry)
        parts.result.unconstrained_clicked.connect(self._workspace.extract_unconstrained)
        parts.result.password_entered.connect(self._workspace.unlock)
        parts.result.tabs.currentChanged.connect(self._tab_changed)
        parts.drop_target.browse_clicked.connect(parts.actions.open_files.trigger)
        parts.drop_target.sample_clicked.connect(parts.actions.sample.trigger)
        parts.toolbar.model.chosen.connect(self._commands.choose_model)
        parts.toolbar.schema.chosen.connect(self._commands.choose_schema)

    def _connect_choices(self) -> None:
        actions, settings = self._parts.actions, self._workspace.settings
        actions.extract_on_drop.setChecked(settings.extract_on_drop)
        actions.extract_on_drop.toggled.connect(self._set_extract_on_drop)
        actions.tabs.triggered.connect(self._choose_tab)
        actions.themes.triggered.connect(self._choose_theme)
        for action in actions.themes.actions():
            action.setChecked(action.data() == settings.theme.value)
        actions.tabs.actions()[0].setChecked(True)
        self._theme.changed.connect(self._theme_changed)

    @Slot(int)
    def _entry_changed(self, entry_id: int) -> None:
        current = self._parts.documents.current
        if current is not None and current.id == entry_id:
            self._parts.page.refresh(current)
            self._parts.result.refresh(current)
        self._refresh_actions()

    @Slot()
    def _show_current(self) -> None:
        current = self._parts.documents.current
        self._parts.page.show_entry(current)
        self._parts.result.show_entry(current)
        self._refresh_actions()

    @Slot()
    def _rows_changed(self) -> None:
        empty = len(self._workspace.table) == 0
        if self._parts.content.currentIndex() != int(not empty):
            self._parts.content.setCurrentIndex(int(not empty))
            focused = self._parts.drop_target if empty else self._parts.documents.view
            focused.setFocus()
            self._parts.documents.select_row(0)
        self._refresh_actions()

    @Slot()
    def _model_changed(self) -> None:
        status = self._workspace.session.status
        self._parts.toolbar.model.show_status(status, self._workspace.settings.recent_models)
        self._parts.result.set_model(status.state is ModelState.READY, status.stop_set)
        self._refresh_actions()

    @Slot()
    def _show_schema(self) -> None:
        self._parts.toolbar.schema.show_choice_of(self._workspace.schemas)

    @Slot()
    def _refresh_actions(self) -> None:
        self._soon.start()

    @Slot()
    def _show_actions(self) -> None:
        actions, workspace = self._parts.actions, self._workspace
        selected = self._parts.documents.selected
        current = self._parts.documents.current
        loading = workspace.session.status.state is ModelState.LOADING
        new = any(workspace.unextracted())
        actions.extract.setEnabled(any(each.extractable for each in selected) or new)
        actions.extract_all.setEnabled(new)
        busy = workspace.queue.running is not None or workspace.probe.active
        actions.stop.setEnabled(busy or loading)
        actions.stop_all.setEnabled(actions.stop.isEnabled() or workspace.queue.waiting > 0)
        actions.remove.setEnabled(bool(selected))
        actions.select_all.setEnabled(len(workspace.table) > 0)
        actions.export_all.setEnabled(any(workspace.with_results()))
        actions.export_current.setEnabled(_has_extraction(current))
        queue, stage = workspace.queue, workspace.session.status.stage
        if progress := workspace.probe.progress:
            stage = probe_activity(progress.trial, progress.count)
        self._parts.toolbar.show_activity(activity_text(queue.running, queue.position, stage))

    @Slot(QAction)
    def _choose_tab(self, action: QAction) -> None:
        self._parts.result.tabs.setCurrentIndex(action.data())

    @Slot(int)
    def _tab_changed(self, number: int) -> None:
        self._parts.actions.tabs.actions()[number].setChecked(True)

    @Slot(bool)
    def _set_extract_on_drop(self, on: bool) -> None:
        self._workspace.settings.extract_on_drop = on

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        choice = ThemeChoice(action.data())
        self._workspace.settings.theme = choice
        self._theme.choose(choice)

    @Slot()
    def _theme_changed(self) -> None:
        self._parts.result.copy.setIcon(icons.icon("copy", self._theme.colours))


def _has_extraction(entry: DocumentEntry | None) -> bool:
    return entry is not None and entry.extraction is not None

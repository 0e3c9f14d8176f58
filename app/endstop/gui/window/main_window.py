"""The window: puts the parts together, takes drops, remembers its places, closes cleanly."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget
from typing_extensions import override

from endstop.engines.load import load_engine
from endstop.gui.documents.exporter import Exported
from endstop.gui.documents.transfer import may_be_usable
from endstop.gui.documents.transfer_wording import Origin
from endstop.gui.settings.settings import Settings
from endstop.gui.widgets.theme import Theme
from endstop.gui.window.arrivals import Arrivals, accept_copy
from endstop.gui.window.commands import Commands
from endstop.gui.window.coordination import Coordination
from endstop.gui.window.dialogs import CloseAnswer, Dialogs, QtDialogs
from endstop.gui.window.menus import fill_menu_bar
from endstop.gui.window.page_coordination import PageCoordination
from endstop.gui.window.panel_commands import PanelCommands
from endstop.gui.window.panel_coordination import PanelCoordination
from endstop.gui.window.parts import make_parts
from endstop.gui.window.reporting import Reporting
from endstop.gui.window.workspace import Workspace
from endstop.gui.workers.inference_thread import LoadEngine

_FIRST_SIZE = QSize(1280, 820)
_SMALLEST = QSize(820, 520)
_DOCK_HEIGHT = 196


class MainWindow(QMainWindow):
    """Call `start` after `show`: the window is there before the model.

    `load` and `dialogs` are seams for tests.
    """

    def __init__(
        self,
        settings: Settings,
        theme: Theme,
        load: LoadEngine = load_engine,
        dialogs: Dialogs | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Endstop")
        self.setAcceptDrops(True)
        self.setMinimumSize(_SMALLEST)
        self._settings = settings
        self._dialogs = dialogs or QtDialogs(self)
        self._closes_when_exported = False
        self.workspace = Workspace(settings, load, self)
        self.parts = make_parts(self, self.workspace.table, theme)
        self.commands = Commands(self.parts, self.workspace, self._dialogs)
        self.arrivals = Arrivals(self.parts, self.workspace, self.commands)
        Reporting(self.workspace, self.parts.notices, self.commands.open_model)
        self._lay_out()
        self._give_keys()
        self._connect()
        Coordination(self.parts, self.workspace, self.commands, theme)
        PageCoordination(self.parts.page, self.workspace)
        self.panel = PanelCommands(self.parts, self.workspace, self.commands, self._dialogs, theme)
        PanelCoordination(self.parts, self.workspace)
        self._restore_places()
        self.parts.drop_target.setFocus()

    def start(self) -> None:
        """Begin to load the model."""
        self.workspace.start()

    def _lay_out(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.parts.notices)
        column.addWidget(self.parts.content, 1)
        self.setCentralWidget(centre)
        self.addToolBar(self.parts.toolbar)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.parts.diagnostics)
        fill_menu_bar(self.menuBar(), self.parts)

    def _give_keys(self) -> None:
        actions = self.parts.actions
        self.parts.result.copy.setShortcut(QKeySequence("Ctrl+Shift+C"))
        for action in (actions.extract, actions.stop, actions.export_current, actions.remove):
            self.parts.documents.view.addAction(action)

    def _connect(self) -> None:
        actions, dock = self.parts.actions, self.parts.diagnostics
        actions.diagnostics.toggled.connect(dock.setVisible)
        dock.visibilityChanged.connect(self._dock_changed)
        actions.close.triggered.connect(self.close)
        actions.quit.triggered.connect(self.close)
        self.workspace.exporter.finished.connect(self._exported)

    def _restore_places(self) -> None:
        self.resize(_FIRST_SIZE)
        self.resizeDocks([self.parts.diagnostics], [_DOCK_HEIGHT], Qt.Orientation.Vertical)
        if not self._settings.geometry.isEmpty():
            self.restoreGeometry(self._settings.geometry)
            self.parts.columns.restoreState(self._settings.columns)
            self.restoreState(self._settings.dock)
            self.parts.diagnostics.columns.restoreState(self._settings.panel)
        self.parts.actions.diagnostics.setChecked(not self.parts.diagnostics.isHidden())

    def _remember_places(self) -> None:
        self._settings.geometry = self.saveGeometry()
        self._settings.columns = self.parts.columns.saveState()
        self._settings.dock = self.saveState()
        self._settings.panel = self.parts.diagnostics.columns.saveState()

    @Slot()
    def _dock_changed(self) -> None:
        self.parts.actions.diagnostics.setChecked(not self.parts.diagnostics.isHidden())

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is None:  # else it was dragged out of this window
            accept_copy(event)
            self._show_dragging(may_be_usable(event.mimeData()))

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_dragging(False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._show_dragging(False)
        if event.source() is None:
            accept_copy(event)
            self.arrivals.take(event.mimeData(), Origin.DROPPED)

    def _show_dragging(self, dragging: bool) -> None:
        self.parts.drop_target.show_dragging(dragging)
        self.parts.documents.show_dragging(dragging)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._may_close():
            event.ignore()
            return
        self._remember_places()
        self.hide()
        self.workspace.shut_down()
        event.accept()

    def _may_close(self) -> bool:
        """Ask about results that are in no file."""
        count = sum(entry.unexported for entry in self.workspace.table)
        if not count or self.workspace.closed:
            return True
        answer = self._dialogs.close_with_results(count)
        if answer is CloseAnswer.EXPORT:
            self._closes_when_exported = self.commands.export_all()
        return answer is CloseAnswer.CLOSE

    @Slot(object)
    def _exported(self, outcome: object) -> None:
        if self._closes_when_exported and isinstance(outcome, Exported):
            self.close()
        self._closes_when_exported = False

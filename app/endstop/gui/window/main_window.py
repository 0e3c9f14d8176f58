"""The window: makes the rooms, connects them, takes drops, remembers its places, closes cleanly."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
)
from PySide6.QtWidgets import QMainWindow, QStackedWidget
from typing_extensions import override

from endstop.assets import bundled_model
from endstop.documents.page_store import PageStore
from endstop.documents.renderer import Renderer
from endstop.engines.load import load_engine
from endstop.extraction.extract import extract
from endstop.extraction.probe_target import probe_engine
from endstop.extraction.profiles import profile_for
from endstop.gui.diagnostics.controller import DiagnosticsController
from endstop.gui.diagnostics.panel_wording import probe_activity
from endstop.gui.documents.controller import DocumentsController
from endstop.gui.documents.exporter import Exported
from endstop.gui.documents.importing.transfer import may_be_usable
from endstop.gui.documents.importing.transfer_wording import Origin
from endstop.gui.documents.wording import activity_text
from endstop.gui.page.controller import PageController
from endstop.gui.result.controller import ResultController
from endstop.gui.settings.controller import SettingsController
from endstop.gui.settings.settings import Settings
from endstop.gui.widgets.coalesced import Coalesced
from endstop.gui.widgets.notices import NoticeStrip
from endstop.gui.widgets.theme import Theme
from endstop.gui.window.dialogs import CloseAnswer, Dialogs, QtDialogs, show_about
from endstop.gui.window.layout import accept_copy, below_each_other, columns
from endstop.gui.window.menus import fill_menu_bar
from endstop.gui.window.places import Places
from endstop.gui.window.support import copy_diagnostics
from endstop.gui.window.toolbar import Toolbar
from endstop.gui.window.window_actions import WindowActions
from endstop.gui.workers.inference_thread import InferenceThread, LoadEngine
from endstop.gui.workers.model_session import ModelSession, ModelState

_SMALLEST = QSize(820, 520)


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
        self._closes_when_exported = False
        self._closed = False
        self._ended = True
        self._dialogs = dialogs or QtDialogs(self)
        self._look = Coalesced(self._enable_actions, 0, self)
        self._make_rooms(settings, theme, load)
        self._lay_out()
        self._connect_rooms()
        self._places = Places(self, settings, self.columns, self.diagnostics.dock)
        self._places.restore()
        self.diagnostics.actions.dock.setChecked(not self.diagnostics.dock.isHidden())
        self.documents.drop_target.setFocus()

    def _make_rooms(self, stored: Settings, theme: Theme, load: LoadEngine) -> None:
        make_renderer = partial(Renderer, store=PageStore())
        dialogs = self._dialogs
        self.inference = InferenceThread(load, extract, probe_engine, make_renderer, self)
        self.session = ModelSession(self.inference, self)
        self.notices = NoticeStrip(theme)
        self.own_actions = WindowActions(self)
        self.diagnostics = DiagnosticsController(
            self.session,
            self.inference,
            lambda: self.documents.queue.running is not None,
            lambda: stored.model,
            dialogs,
            self.notices,
            theme,
            self,
        )
        self.settings = SettingsController(
            stored, self.session, dialogs, self.notices, theme, self.diagnostics.actions.dock, self
        )
        self.documents = DocumentsController(
            self.settings,
            self.session,
            self.inference,
            make_renderer,
            dialogs,
            self.notices,
            theme,
            self,
        )
        self.page = PageController(self.documents.list, self.documents.previews, theme, self)
        self.result = ResultController(self.documents.list, theme, self)

    def start(self) -> None:
        """Start the model's thread and load the model of last time, or the bundled one.

        Nothing begins once all was shut down.
        """
        if self._closed:
            return
        self.inference.start()
        last = self.settings.stored.model
        self.session.load(last if last and Path(last).is_dir() else str(bundled_model()))

    def shut_down(self) -> bool:
        """Cancel everything and wait for what runs, but not for what hangs.

        False if the model's thread hangs: only the end of the process ends it.
        """
        if not self._closed:
            self._closed = True
            self.documents.shut_down()
            self.diagnostics.shut_down()
            self._ended = self.inference.shut_down()
        return self._ended

    @Slot()
    def stop(self) -> None:
        """Stop the running document, or else a probe, or else a load in progress."""
        if self.documents.queue.running is not None:
            self.documents.queue.stop_running()
        elif self.diagnostics.probe.active:
            self.diagnostics.probe.stop()
        else:
            self.session.stop_loading()

    @Slot()
    def stop_all(self) -> None:
        """Empty the queue and stop what runs."""
        self.documents.queue.withdraw_all()
        self.stop()

    def _lay_out(self) -> None:
        documents, settings, dock = self.documents, self.settings, self.diagnostics.dock
        self.columns = columns(documents.panel, self.page.panel, self.result.panel)
        self.content = QStackedWidget()
        self.content.addWidget(documents.drop_target)
        self.content.addWidget(self.columns)
        self.setCentralWidget(below_each_other(self.notices, self.content))
        self.toolbar = Toolbar(
            settings.model_picker, settings.schema_picker, documents.actions, self.own_actions
        )
        self.addToolBar(self.toolbar)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        fill_menu_bar(self.menuBar(), self)
        actions = documents.actions
        for action in (
            actions.extract,
            self.own_actions.stop,
            actions.export_current,
            actions.remove,
        ):
            documents.panel.view.addAction(action)

    def _connect_rooms(self) -> None:
        """What one room must hear of another: each line is one such thing."""
        documents, result, diagnostics = self.documents, self.result, self.diagnostics
        health = self.settings.model_picker.health
        documents.panel.current_changed.connect(self._show_current)
        documents.list.rowsInserted.connect(self._rows_changed)
        documents.list.rowsRemoved.connect(self._rows_changed)
        documents.exporter.finished.connect(self._exported)
        result.panel.retry_clicked.connect(documents.retry)
        result.panel.unconstrained_clicked.connect(documents.extract_unconstrained)
        result.panel.password_entered.connect(documents.unlock)
        diagnostics.model_wanted.connect(self.settings.choose_model)
        diagnostics.health_changed.connect(health.show_health)
        diagnostics.probe.changed.connect(self._hold_queue)
        health.clicked.connect(diagnostics.open)
        self.session.changed.connect(self._model_changed)
        documents.queue.changed.connect(self._look.request)
        diagnostics.probe.changed.connect(self._look.request)
        self._connect_own_actions()
        diagnostics.refresh()
        self._show_current()
        self._model_changed()
        self._enable_actions()

    def _connect_own_actions(self) -> None:
        own = self.own_actions
        own.stop.triggered.connect(self.stop)
        own.stop_all.triggered.connect(self.stop_all)
        own.close.triggered.connect(self.close)
        own.quit.triggered.connect(self.close)
        own.copy_diagnostics.triggered.connect(
            lambda: copy_diagnostics(self.session.status.model, self.settings.stored, self.notices)
        )
        own.about.triggered.connect(lambda: show_about(self))

    @Slot()
    def _show_current(self) -> None:
        current = self.documents.panel.current
        self.page.show_document(current)
        self.result.show_document(current)

    @Slot()
    def _rows_changed(self) -> None:
        """The drop target gives way to the columns, and comes back to an empty list."""
        empty = len(self.documents.list) == 0
        if self.content.currentIndex() != int(not empty):
            self.content.setCurrentIndex(int(not empty))
            focused = self.documents.drop_target if empty else self.documents.panel.view
            focused.setFocus()
            self.documents.panel.select_row(0)

    @Slot()
    def _model_changed(self) -> None:
        status = self.session.status
        self.result.set_model(status.state is ModelState.READY, status.stop_set)
        if status.model is not None:
            self.page.set_sizing(profile_for(status.model).sizing)
        self._look.request()

    @Slot()
    def _hold_queue(self) -> None:
        """Documents wait while the model is probed; what runs is finished first."""
        self.documents.queue.hold(self.diagnostics.probe.active)

    @Slot()
    def _enable_actions(self) -> None:
        queue, probe, status = self.documents.queue, self.diagnostics.probe, self.session.status
        busy = queue.running is not None or probe.active or status.state is ModelState.LOADING
        self.own_actions.stop.setEnabled(busy)
        self.own_actions.stop_all.setEnabled(busy or queue.waiting > 0)
        stage = status.stage
        if progress := probe.progress:
            stage = probe_activity(progress.trial, progress.count)
        self.toolbar.show_activity(activity_text(queue.running, queue.position, stage))

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
            self.documents.take_transfer(event.mimeData(), Origin.DROPPED)

    def _show_dragging(self, dragging: bool) -> None:
        self.documents.drop_target.show_dragging(dragging)
        self.documents.panel.show_dragging(dragging)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._may_close():
            event.ignore()
            return
        self._places.remember()
        self.hide()
        self.shut_down()
        event.accept()

    def _may_close(self) -> bool:
        """Ask about results that are in no file."""
        count = sum(document.unexported for document in self.documents.list)
        if not count or self._closed:
            return True
        answer = self._dialogs.close_with_results(count)
        if answer is CloseAnswer.EXPORT:
            self._closes_when_exported = self.documents.export_all()
        return answer is CloseAnswer.CLOSE

    @Slot(object)
    def _exported(self, outcome: object) -> None:
        if self._closes_when_exported and isinstance(outcome, Exported):
            self.close()
        self._closes_when_exported = False

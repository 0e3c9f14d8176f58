"""The dock that says whether a model stops, where not, why, and what fixes it."""

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from endstop.gui.diagnostics.diagnostics_actions import DiagnosticsActions
from endstop.gui.diagnostics.dropped_model import dropped_model
from endstop.gui.diagnostics.findings_view import FindingsView
from endstop.gui.diagnostics.guest_bar import GuestBar
from endstop.gui.diagnostics.panel_state import PanelState
from endstop.gui.diagnostics.panel_wording import findings_title
from endstop.gui.diagnostics.probe_run import ProbeProgress
from endstop.gui.diagnostics.probe_view import ProbeView
from endstop.gui.diagnostics.runtime_matrix import RuntimeMatrix
from endstop.gui.diagnostics.stop_table import StopTable, StopTableView
from endstop.gui.widgets import icons
from endstop.gui.widgets.action_button import action_button
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_WIDTHS = (620, 400)


class PanelTab(IntEnum):
    """The tabs on the left, in order."""

    FINDINGS = 0
    STOP_TOKENS = 1
    PROBE = 2


class DiagnosticsDock(QDockWidget):
    """One sentence in plain words, then findings, stop tokens or the probe beside the runtimes.

    `model_dropped(path)`: a model's folder or file was dropped here.
    """

    model_dropped = Signal(object)

    def __init__(self, actions: DiagnosticsActions, theme: Theme, parent: QWidget) -> None:
        super().__init__(_("Diagnostics"), parent)
        self.setObjectName("diagnosticsDock")
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setTitleBarWidget(QWidget())
        self.setAcceptDrops(True)
        self._theme = theme
        self.guest = GuestBar(actions.load_examined, actions.back_to_model)
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fix = mark(action_button(actions.fix), "primary")
        self.undo = action_button(actions.undo_fix)
        self.probe = action_button(actions.probe)
        self.copy = action_button(actions.copy_report)
        self._close = _close_button()
        self._close.clicked.connect(self.hide)
        self.findings = FindingsView(theme)
        self.table = StopTable(theme, self)
        self.answers = ProbeView(theme)
        self.matrix = RuntimeMatrix(theme)
        self.tabs = self._made_tabs()
        self.columns = self._made_columns()
        self._content = mark(QWidget(), "panel")
        self._lay_out()
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def show_state(self, state: PanelState, siblings: Sequence[Path] = ()) -> None:
        """Show what is known of the model."""
        self.guest.show_guest(state.guest, siblings)
        self.sentence.setText(state.sentence)
        self.fix.setVisible(state.fixes_at_once or state.can_fix)
        mark(self.fix, "primary", state.fixes_at_once)
        self.undo.setVisible(state.shows_undo)
        self.columns.setVisible(state.examined)
        self.findings.show_findings(state.findings, state.note)
        self.tabs.setTabText(PanelTab.FINDINGS, findings_title(state.findings))
        self.table.set_stop_set(state.stop_set)
        self.matrix.show_rows(state.matrix)
        if state.report is not None and not state.probing:
            self.answers.show_report(state.report)
        self.tabs.setTabVisible(PanelTab.PROBE, state.probing or state.report is not None)

    def show_progress(self, progress: ProbeProgress, waits: bool) -> None:
        """Follow a probe that is running or waiting for the model; bring a new one to the front."""
        if self.answers.show_progress(progress, waits):
            self.tabs.setCurrentIndex(PanelTab.PROBE)

    def show_findings(self) -> None:
        """Bring the findings to the front and focus the worst one."""
        self.tabs.setCurrentIndex(PanelTab.FINDINGS)
        self.findings.focus_first()

    def _made_tabs(self) -> QTabWidget:
        tabs = QTabWidget()
        tabs.setObjectName("panelTabs")
        tabs.setDocumentMode(True)
        tabs.tabBar().setDrawBase(False)
        stop_tokens = QWidget()
        inset = QVBoxLayout(stop_tokens)
        inset.setContentsMargins(8, 2, 8, 0)
        inset.addWidget(StopTableView(self.table))
        tabs.addTab(self.findings, _("Findings"))
        tabs.addTab(stop_tokens, _("Stop tokens"))
        tabs.addTab(self.answers, _("Probe"))
        tabs.setTabVisible(PanelTab.PROBE, False)
        return tabs

    def _made_columns(self) -> QSplitter:
        columns = QSplitter(Qt.Orientation.Horizontal)
        columns.setHandleWidth(1)
        columns.setChildrenCollapsible(False)
        self.tabs.setMinimumWidth(260)
        columns.addWidget(self.tabs)
        columns.addWidget(self.matrix)
        columns.setStretchFactor(0, 3)
        columns.setStretchFactor(1, 2)
        columns.setSizes(_WIDTHS)
        return columns

    def _lay_out(self) -> None:
        self._content.setObjectName("diagnostics")
        self._content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head = QHBoxLayout()
        head.setContentsMargins(14, 9, 8, 7)
        head.setSpacing(8)
        head.addWidget(self.sentence, 1)
        head.addSpacing(8)
        self._close.setFixedHeight(self.copy.sizeHint().height())
        for button in (self.fix, self.undo, self.probe, self.copy, self._close):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.guest)
        column.addLayout(head)
        column.addWidget(self.columns, 1)
        column.addStretch(0)
        self.setWidget(self._content)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        taken = dropped_model(event.mimeData()) is not None
        event.setAccepted(taken)
        mark(self._content, "dragging", taken)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        mark(self._content, "dragging", False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        mark(self._content, "dragging", False)
        path = dropped_model(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.model_dropped.emit(path)

    @Slot()
    def _paint_icon(self) -> None:
        self._close.setIcon(icons.icon("close", self._theme.colours))
        self._close.setIconSize(QSize(14, 14))


def _close_button() -> QToolButton:
    button = QToolButton()
    button.setToolTip(_("Hide diagnostics"))
    button.setAccessibleName(_("Hide diagnostics"))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button

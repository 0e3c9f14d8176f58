"""The widgets of the window, made and laid out."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from endstop.gui.diagnostics.diagnostics_dock import DiagnosticsDock
from endstop.gui.documents.document_table import DocumentTable
from endstop.gui.documents.documents_panel import DocumentsPanel
from endstop.gui.documents.drop_target import DropTarget
from endstop.gui.page.page_panel import PagePanel
from endstop.gui.result.result_panel import ResultPanel
from endstop.gui.widgets.notices import NoticeStrip
from endstop.gui.widgets.theme import Theme
from endstop.gui.window.actions import WindowActions
from endstop.gui.window.toolbar import Toolbar

_WIDTHS = (262, 600, 418)
_SMALLEST = (190, 220, 280)
_STRETCHES = (0, 3, 2)


@dataclass(frozen=True, slots=True)
class Parts:
    """Each part knows nothing of the others; `content` shows the drop target or the columns."""

    actions: WindowActions
    toolbar: Toolbar
    notices: NoticeStrip
    drop_target: DropTarget
    documents: DocumentsPanel
    page: PagePanel
    result: ResultPanel
    diagnostics: DiagnosticsDock
    columns: QSplitter
    content: QStackedWidget


def make_parts(window: QWidget, table: DocumentTable, theme: Theme) -> Parts:
    """All parts, the columns in their splitter and the splitter in the stack."""
    actions = WindowActions(window)
    drop_target = DropTarget(theme, actions.extract_on_drop)
    documents = DocumentsPanel(table, theme, actions.extract_on_drop)
    page = PagePanel(theme)
    result = ResultPanel(theme)
    columns = _splitter(documents, page, result)
    content = QStackedWidget()
    content.addWidget(drop_target)
    content.addWidget(columns)
    return Parts(
        actions=actions,
        toolbar=Toolbar(actions, theme),
        notices=NoticeStrip(theme),
        drop_target=drop_target,
        documents=documents,
        page=page,
        result=result,
        diagnostics=DiagnosticsDock(actions, theme, window),
        columns=columns,
        content=content,
    )


def _splitter(*panels: QWidget) -> QSplitter:
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for number, panel in enumerate(panels):
        panel.setMinimumWidth(_SMALLEST[number])
        splitter.addWidget(panel)
        splitter.setStretchFactor(number, _STRETCHES[number])
    splitter.setSizes(_WIDTHS)
    return splitter

"""The result column: what it shows of the current document."""

from collections.abc import Collection

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from endstop.engines.stop import StopSet
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.result.result_panel import ResultPanel
from endstop.gui.widgets import icons
from endstop.gui.widgets.action import action
from endstop.gui.widgets.theme import Theme


class ResultController(QObject):
    """Knows the list, and the panel that shows one result.

    `tab_actions` choose its tabs.
    """

    def __init__(self, documents: DocumentList, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: ListedDocument | None = None
        self.panel = ResultPanel(theme)
        self.panel.copy.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self.tab_actions = QActionGroup(parent)
        for number in range(self.panel.tabs.count()):
            choice = action(parent, self.panel.tabs.tabText(number), f"Ctrl+{number + 1}")
            choice.setData(number)
            choice.setCheckable(True)
            self.tab_actions.addAction(choice)
        self._show_chosen_tab(self.panel.tabs.currentIndex())
        self.tab_actions.triggered.connect(self._choose_tab)
        self.panel.tabs.currentChanged.connect(self._show_chosen_tab)
        documents.changed.connect(self._documents_changed)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def show_document(self, document: ListedDocument | None) -> None:
        """Show another document's result."""
        self._shown = document
        self.panel.show_entry(document)

    def set_model(self, ready: bool, stop_set: StopSet | None) -> None:
        """What the sentences need to know of the model."""
        self.panel.set_model(ready, stop_set)

    @Slot(object)
    def _documents_changed(self, ids: Collection[int]) -> None:
        if self._shown is not None and self._shown.id in ids:
            self.panel.refresh(self._shown)

    @Slot(QAction)
    def _choose_tab(self, chosen: QAction) -> None:
        self.panel.tabs.setCurrentIndex(chosen.data())

    @Slot(int)
    def _show_chosen_tab(self, number: int) -> None:
        self.tab_actions.actions()[number].setChecked(True)

    @Slot()
    def _paint_icon(self) -> None:
        self.panel.copy.setIcon(icons.icon("copy", self._theme.colours))

"""The right column: fields, JSON and tokens of one document, or why there are none."""

from enum import IntEnum

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QToolButton, QVBoxLayout, QWidget

from endstop.engines.stop import StopSet
from endstop.extraction.partial_json import partial_value
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.result.field_rows import rows_of_extraction, rows_of_value
from endstop.gui.result.fields_view import FieldsView
from endstop.gui.result.json_view import JsonView
from endstop.gui.result.result_foot import ResultFoot
from endstop.gui.result.result_notes import foot_of, has_result
from endstop.gui.result.result_placeholder import ResultPlaceholder
from endstop.gui.widgets.coalesced import Coalesced
from endstop.gui.widgets.theme import Theme
from endstop.gui.widgets.token_view import TokenView
from endstop.translation import _

LIVE_MS = 150


class ResultTab(IntEnum):
    """The tabs, in order."""

    FIELDS = 0
    JSON = 1
    TOKENS = 2


class ResultPanel(QWidget):
    """Shows one entry and follows it; only the visible tab is kept up to date while it runs."""

    retry_clicked = Signal(int)
    unconstrained_clicked = Signal(int)
    password_entered = Signal(int, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("resultPanel")
        self._entry: ListedDocument | None = None
        self._stop_set: StopSet | None = None
        self._model_ready = False
        self.fields = FieldsView(theme)
        self.json = JsonView(theme)
        self.tokens = TokenView(theme)
        self.placeholder = ResultPlaceholder(theme)
        self.placeholder.retry_clicked.connect(self.retry_clicked)
        self.placeholder.password_entered.connect(self.password_entered)
        self.placeholder.unconstrained_clicked.connect(self.unconstrained_clicked)
        self.copy = QAction(_("Copy JSON"), self)
        self.copy.triggered.connect(self._copy)
        self.tabs = self._made_tabs()
        self.foot = ResultFoot(theme)
        self._pages = QStackedWidget()
        self._lay_out()
        self._live = Coalesced(self._show_tab, LIVE_MS, self)
        self.show_entry(None)

    def show_entry(self, entry: ListedDocument | None) -> None:
        """Show another document."""
        self._entry = entry
        self._show_all()

    def refresh(self, entry: ListedDocument) -> None:
        """The shown document changed."""
        if entry is not self._entry:
            return
        if entry.running and has_result(entry):
            self._show_live()
        else:
            self._show_all()

    def set_model(self, ready: bool, stop_set: StopSet | None) -> None:
        """What the sentences need to know of the model."""
        self._model_ready, self._stop_set = ready, stop_set
        self._show_all()

    def _made_tabs(self) -> QTabWidget:
        tabs = QTabWidget()
        tabs.setDocumentMode(True)
        tabs.tabBar().setDrawBase(False)
        tabs.addTab(self.fields, _("Fields"))
        tabs.addTab(self.json, _("JSON"))
        tabs.addTab(self.tokens, _("Tokens"))
        tabs.currentChanged.connect(self._show_tab)
        button = QToolButton()
        button.setDefaultAction(self.copy)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tabs.setCornerWidget(button)
        return tabs

    def _lay_out(self) -> None:
        results = QWidget()
        column = QVBoxLayout(results)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.foot)
        self._pages.addWidget(self.placeholder)
        self._pages.addWidget(results)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    def _show_all(self) -> None:
        self._live.cancel()
        entry = self._entry
        shown = entry is not None and has_result(entry)
        self._pages.setCurrentIndex(1 if shown else 0)
        self.copy.setEnabled(shown)
        if shown:
            self._show_tab()
        else:
            self.placeholder.show_entry(entry, self._model_ready)

    def _show_live(self) -> None:
        """New tokens: the tokens tab at once, the trees a few times a second."""
        self._pages.setCurrentIndex(1)
        self.copy.setEnabled(True)
        if self.tabs.currentIndex() == ResultTab.TOKENS:
            self._show_tab()
        else:
            self._live.request()

    @Slot()
    def _show_tab(self) -> None:
        entry = self._entry
        if entry is None or not has_result(entry):
            return
        tab = ResultTab(self.tabs.currentIndex())
        if tab is ResultTab.TOKENS:
            self.tokens.show_tokens(entry.tokens)
        elif tab is ResultTab.JSON:
            self._show_json(entry)
        else:
            self._show_fields(entry)
        self.foot.show_foot(foot_of(entry, self._stop_set, tab is ResultTab.TOKENS))

    def _show_json(self, entry: ListedDocument) -> None:
        done = entry.extraction
        self.json.show_value(done.value if done else partial_value(entry.text))

    def _show_fields(self, entry: ListedDocument) -> None:
        done = entry.extraction
        self.fields.show_rows(
            rows_of_extraction(done) if done else rows_of_value(partial_value(entry.text))
        )

    def _copy(self) -> None:
        if self._entry is not None:
            self._show_json(self._entry)
            self.json.copy_all()

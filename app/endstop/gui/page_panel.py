"""The middle column: a bar with the page number and the zoom, and the page."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from endstop.errors import EndstopError
from endstop.gui.document_entry import DocumentEntry
from endstop.gui.page_view import PageView
from endstop.gui.theme import Theme
from endstop.translation import _


class PagePanel(QWidget):
    """Asks with `page_wanted(number)` for what it does not have; knows nothing of rendering."""

    page_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.view = PageView(theme)
        self._entry: DocumentEntry | None = None
        self._number = 1
        self.previous = QAction(_("Previous Page"), self)
        self.next = QAction(_("Next Page"), self)
        self.zoom_in = QAction(_("Zoom In"), self)
        self.zoom_out = QAction(_("Zoom Out"), self)
        self.fit = QAction(_("Fit Page"), self)
        self.fit.setIconText(_("Fit"))
        self._position = QLabel()
        self._position.setMinimumWidth(40)
        self._position.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._scale = QLabel()
        self._connect()
        self._lay_out()
        self.show_entry(None)

    @property
    def number(self) -> int:
        """The 1-based number of the page that is shown or awaited."""
        return self._number

    def show_entry(self, entry: DocumentEntry | None) -> None:
        """Show a document, from its first page if it is another one."""
        if entry is not self._entry:
            self._entry, self._number = entry, 1
        self._tell()
        if entry is None:
            self.view.show_message("")
        elif entry.document is not None:
            self.view.show_message(_("Rendering the page…"))
            self.page_wanted.emit(self._number)
        elif entry.error is not None:
            self.view.show_message(_("This file has no pages to show."))
        else:
            self.view.show_message(_("Opening…"))

    def refresh(self, entry: DocumentEntry) -> None:
        """The shown document changed: it was opened, or turned out unreadable."""
        if entry is self._entry and not self.view.has_page:
            self.show_entry(entry)

    def take_page(self, entry_id: int, number: int, page: QImage | EndstopError) -> None:
        """A page arrived; it is shown if it is still the wanted one."""
        if self._entry is None or (entry_id, number) != (self._entry.id, self._number):
            return
        if isinstance(page, QImage):
            self.view.show_page(page)
        else:
            self.view.show_message(str(page))

    def _connect(self) -> None:
        self.previous.triggered.connect(lambda: self._turn(-1))
        self.next.triggered.connect(lambda: self._turn(1))
        self.zoom_in.triggered.connect(self.view.zoom_in)
        self.zoom_out.triggered.connect(self.view.zoom_out)
        self.fit.triggered.connect(self.view.fit)
        self.view.zoomed.connect(self._show_scale)

    def _lay_out(self) -> None:
        bar = QWidget()
        bar.setObjectName("pageBar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(10, 5, 12, 5)
        row.setSpacing(2)
        for widget in (_button(self.previous), self._position, _button(self.next)):
            row.addWidget(widget)
        row.addStretch()
        row.addWidget(self._scale)
        row.addSpacing(6)
        for action in (self.zoom_out, self.fit, self.zoom_in):
            row.addWidget(_button(action))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addWidget(self.view, 1)

    def _turn(self, by: int) -> None:
        count = self._page_count()
        wanted = min(max(1, self._number + by), max(1, count))
        if wanted != self._number:
            self._number = wanted
            self._tell()
            self.view.show_message(_("Rendering the page…"))
            self.page_wanted.emit(wanted)

    def _page_count(self) -> int:
        if self._entry is None or self._entry.document is None:
            return 0
        return self._entry.document.page_count

    def _tell(self) -> None:
        count = self._page_count()
        self._position.setText(f"{self._number} / {count}" if count else "")
        self.previous.setEnabled(self._number > 1)
        self.next.setEnabled(self._number < count)
        for action in (self.zoom_in, self.zoom_out, self.fit):
            action.setEnabled(count > 0)
        if not count:
            self._scale.clear()

    @Slot(float)
    def _show_scale(self, scale: float) -> None:
        self._scale.setText(f"{scale:.0%}")


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button

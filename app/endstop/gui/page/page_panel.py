"""The middle column: a bar with the page number and the zoom, a note, and the page."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from endstop.documents.source import Document
from endstop.errors import EndstopError
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.page_choices import PreviewKey
from endstop.gui.documents.previews import PagePreview
from endstop.gui.page.page_bar import PageActions, PageBar
from endstop.gui.page.page_note_bar import PageNoteBar
from endstop.gui.page.page_notes import NOTHING, page_note, pages_note
from endstop.gui.page.page_view import PageView
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_Subject = tuple[PreviewKey, Document | None, EndstopError | None]


class PagePanel(QWidget):
    """Asks for what it does not have; knows nothing of rendering.

    `page_wanted(PreviewKey)`, `rotation_wanted(id, number, degrees)`, `pages_entered(id, text)`.
    """

    page_wanted = Signal(object)
    rotation_wanted = Signal(int, int, int)
    pages_entered = Signal(int, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.commands = PageActions(self)
        self.bar = PageBar(self.commands, theme)
        self.note = PageNoteBar(theme)
        self.view = PageView(theme)
        self._entry: ListedDocument | None = None
        self._number = 1
        self._shown: _Subject | None = None
        self._preview: PagePreview | None = None
        self._wrong_pages: EndstopError | None = None
        self._connect()
        self._lay_out()
        self.show_entry(None)

    @property
    def number(self) -> int:
        """The 1-based number of the page that is shown or awaited."""
        return self._number

    def show_entry(self, entry: ListedDocument | None) -> None:
        """Show a document, from its first page if it is another one."""
        if entry is not self._entry:
            self._entry, self._number = entry, 1
            self.show_pages()
        self._shown = self._subject()
        self._preview = None
        self._tell()
        if entry is None:
            self.view.show_message("")
        elif entry.document is not None:
            self.view.show_message(_("Rendering the page…"))
            self._want_page()
        elif entry.error is not None:
            self.view.show_message(_("This file has no pages to show."))
        else:
            self.view.show_message(_("Opening…"))

    def refresh(self, entry: ListedDocument) -> None:
        """The shown document changed: opened, unreadable, rotated."""
        if entry is not self._entry:
            return
        before, self._shown = self._shown, self._subject()
        rotated = _rotation_between(before, self._shown)
        if before == self._shown:
            self._tell_note()
        elif rotated and self._preview is not None:
            self.view.rotate_page(rotated)  # until the page comes as the model will see it
            self._tell_note()
            self._want_page()
        else:
            self.show_entry(entry)

    def take_page(self, key: PreviewKey, page: PagePreview | EndstopError) -> None:
        """A page arrived; it is shown if it is still the wanted one."""
        if self._shown is None or self._shown[0] != key:
            return
        if isinstance(page, PagePreview):
            self._preview = page
            self.view.show_page(page.image)
        else:
            self.view.show_message(page.sentence, page.remedy)
        self._tell_note()

    def show_wrong_pages(self, error: EndstopError) -> None:
        """Say what is wrong with the page numbers that were typed."""
        self._wrong_pages = error
        self.bar.pages.show_wrong(True)
        self._tell_note()

    def show_pages(self) -> None:
        """Show the page numbers that hold for the document."""
        self._wrong_pages = None
        pages = self._entry.page_choices.pages if self._entry is not None else None
        self.bar.pages.show_pages("" if pages is None else str(pages))
        self._tell_note()

    def _connect(self) -> None:
        actions = self.commands
        actions.previous.triggered.connect(lambda: self._go(-1))
        actions.next.triggered.connect(lambda: self._go(1))
        actions.rotate_left.triggered.connect(lambda: self._rotate(270))
        actions.rotate_right.triggered.connect(lambda: self._rotate(90))
        actions.zoom_in.triggered.connect(self.view.zoom_in)
        actions.zoom_out.triggered.connect(self.view.zoom_out)
        actions.fit.triggered.connect(self.view.fit)
        self.view.zoomed.connect(self.bar.show_scale)
        self.note.rotate_clicked.connect(self._rotate)
        self.bar.pages_entered.connect(self._enter_pages)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.note)
        layout.addWidget(self.view, 1)

    def _go(self, by: int) -> None:
        count = self._page_count()
        wanted = min(max(1, self._number + by), max(1, count))
        if wanted != self._number:
            self._number = wanted
            self.show_entry(self._entry)

    @Slot(int)
    def _rotate(self, degrees: int) -> None:
        if self._entry is not None:
            self.rotation_wanted.emit(self._entry.id, self._number, degrees)

    @Slot(str)
    def _enter_pages(self, text: str) -> None:
        if self._entry is not None:
            self.pages_entered.emit(self._entry.id, text)

    def _want_page(self) -> None:
        if self._shown is not None:
            self.page_wanted.emit(self._shown[0])

    def _subject(self) -> _Subject | None:
        entry = self._entry
        if entry is None:
            return None
        key = PreviewKey(entry.id, self._number, entry.page_choices.rotation(self._number))
        return key, entry.document, entry.error if entry.document is None else None

    def _page_count(self) -> int:
        if self._entry is None or self._entry.document is None:
            return 0
        return self._entry.document.page_count

    def _tell(self) -> None:
        self.bar.show_position(self._number, self._page_count())
        self._tell_note()

    def _tell_note(self) -> None:
        page = self._preview
        if self._wrong_pages is not None:
            self.note.show_note(pages_note(self._wrong_pages))
        elif self._entry is None or page is None:
            self.note.show_note(NOTHING)
        else:
            self.note.show_note(page_note(self._entry, self._number, page.blank, page.notices))


def _rotation_between(before: _Subject | None, after: _Subject | None) -> int:
    """The degrees clockwise from one to the other, 0 unless that is the only difference."""
    if before is None or after is None or before[1:] != after[1:]:
        return 0
    if (before[0].entry_id, before[0].number) != (after[0].entry_id, after[0].number):
        return 0
    return (after[0].rotation - before[0].rotation) % 360

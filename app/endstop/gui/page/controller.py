"""The page column: what it shows of the current document, and what is chosen there."""

from collections.abc import Collection

from PySide6.QtCore import QObject, Slot

from endstop.documents.sizing import PageSizing
from endstop.errors import EndstopError
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.page_choices import PreviewKey
from endstop.gui.documents.previews import PagePreview, Previews
from endstop.gui.page.page_panel import PagePanel
from endstop.gui.widgets.theme import Theme


class PageController(QObject):
    """Knows the list and its previews, and the panel that shows one page."""

    def __init__(
        self, documents: DocumentList, previews: Previews, theme: Theme, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self._previews = previews
        self._shown: ListedDocument | None = None
        self.panel = PagePanel(theme)
        self.panel.page_wanted.connect(self._want_page)
        self.panel.rotation_wanted.connect(documents.rotate)
        self.panel.pages_entered.connect(self._choose_pages)
        documents.changed.connect(self._documents_changed)
        previews.page_ready.connect(self._page_ready)

    def show_document(self, document: ListedDocument | None) -> None:
        """Show a document, from its first page if it is another one."""
        self._shown = document
        if document is not None:
            self._previews.open_soon(document.id)
        self.panel.show_entry(document)

    def set_sizing(self, sizing: PageSizing) -> None:
        """Show the pages as another model sees them."""
        if self._previews.set_sizing(sizing):
            self.panel.show_entry(self._shown)

    @Slot(object)
    def _documents_changed(self, ids: Collection[int]) -> None:
        if self._shown is not None and self._shown.id in ids:
            self.panel.refresh(self._shown)

    @Slot(object)
    def _want_page(self, key: PreviewKey) -> None:
        listed = self._documents.find(key.entry_id)
        if listed is not None and listed.document is not None:
            self._previews.want(key, listed.document)

    @Slot(object, object)
    def _page_ready(self, key: PreviewKey, page: PagePreview | EndstopError) -> None:
        self.panel.take_page(key, page)
        listed = self._documents.find(key.entry_id)
        if listed is None or listed.document is None or not isinstance(page, PagePreview):
            return
        if listed.page_choices.unsure(key.number) and not page.blank:
            self._previews.suggest(key, listed.document)

    @Slot(int, str)
    def _choose_pages(self, entry_id: int, text: str) -> None:
        try:
            self._documents.choose_pages(entry_id, text)
        except EndstopError as error:
            self.panel.show_wrong_pages(error)
        else:
            self.panel.show_pages()

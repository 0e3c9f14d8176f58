"""Keeps the page column in step with the previews, and what is chosen there with the entries."""

from PySide6.QtCore import QObject, Slot

from endstop.errors import EndstopError
from endstop.gui.documents.previews import PagePreview
from endstop.gui.documents.reading import PreviewKey
from endstop.gui.page.page_panel import PagePanel
from endstop.gui.window.workspace import Workspace


class PageCoordination(QObject):
    """Connects signals; holds no state of its own."""

    def __init__(self, page: PagePanel, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._page = page
        self._table = workspace.table
        self._previews = workspace.previews
        self._workspace = workspace
        page.page_wanted.connect(self._want_page)
        page.turn_wanted.connect(self._turn)
        page.pages_entered.connect(self._choose_pages)
        workspace.table.thumbnail_wanted.connect(self._want_thumbnail)
        workspace.previews.page_ready.connect(self._page_ready)
        workspace.previews.turn_suggested.connect(self._suggest_turn)

    @Slot(object)
    def _want_page(self, key: PreviewKey) -> None:
        entry = self._table.find(key.entry_id)
        if entry is not None and entry.document is not None:
            self._previews.want(key, entry.document)

    @Slot(int)
    def _want_thumbnail(self, entry_id: int) -> None:
        entry = self._table.find(entry_id)
        if entry is not None and entry.document is not None:
            self._previews.want_thumbnail(entry_id, entry.document)

    @Slot(object, object)
    def _page_ready(self, key: PreviewKey, page: PagePreview | EndstopError) -> None:
        self._page.take_page(key, page)
        entry = self._table.find(key.entry_id)
        if entry is None or entry.document is None or not isinstance(page, PagePreview):
            return
        if entry.reading.unsure(key.number) and not page.blank:
            self._previews.suggest(key, entry.document)

    @Slot(int, int, int)
    def _suggest_turn(self, entry_id: int, number: int, degrees: int) -> None:
        entry = self._table.find(entry_id)
        if entry is not None:
            entry.reading.suggested[number] = degrees
            self._page.refresh(entry)

    @Slot(int, int, int)
    def _turn(self, entry_id: int, number: int, degrees: int) -> None:
        entry = self._table.find(entry_id)
        if entry is not None:
            entry.reading.turn(number, degrees)
            entry.reread()
            self._workspace.tell(entry_id)

    @Slot(int, str)
    def _choose_pages(self, entry_id: int, text: str) -> None:
        entry = self._table.find(entry_id)
        if entry is None or entry.document is None:
            return
        try:
            entry.reading.choose(text, entry.document.page_count)
        except EndstopError as error:
            self._page.show_wrong_pages(error)
            return
        entry.reread()
        self._page.show_pages()
        self._workspace.tell(entry_id)

"""Page images for the window, rendered off the GUI thread by a renderer of its own."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QImage, QPixmap

from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage
from endstop.errors import EndstopError
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.page_choices import PreviewKey
from endstop.gui.workers.operations import Operations

KEPT_PAGES = 12
THUMBNAIL = (64, 80)
_IN_TURN, _SOON, _NOW = range(3)


@dataclass(frozen=True, slots=True)
class PagePreview:
    """A page as the model sees it, and what is to be said of it."""

    image: QImage
    blank: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Rendered:
    """What came of a page."""

    key: PreviewKey
    document: Document
    sizing: PageSizing
    outcome: PagePreview | EndstopError

    def shows(self, key: PreviewKey, document: Document, sizing: PageSizing) -> bool:
        """Whether it is this page of this opening of the document, at this size."""
        return document is self.document and (key, sizing) == (self.key, self.sizing)


class Previews(QObject):
    """Opens documents, and renders pages at the size that the model sees.

    Thumbnails and suggested rotations go straight into the list.
    `opened(id, Document | EndstopError)` and `page_ready(PreviewKey, PagePreview | EndstopError)`
    arrive on the GUI thread.
    """

    opened = Signal(int, object)
    page_ready = Signal(object, object)

    def __init__(
        self, documents: DocumentList, make_renderer: Callable[[], Renderer], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self._renderer = make_renderer()
        self._operations = Operations(1, self)
        self._sizing = PageSizing()
        self._pages: OrderedDict[PreviewKey, PagePreview] = OrderedDict()
        self._openings: dict[int, object] = {}
        self._wanted: PreviewKey | None = None
        self._last: _Rendered | None = None  # the operations' own
        self._closed = False
        documents.thumbnail_wanted.connect(self._want_thumbnail)

    def set_sizing(self, sizing: PageSizing) -> bool:
        """Render for another model from now on; whether that changes the pages."""
        changed = sizing != self._sizing
        if changed:
            self._sizing = sizing
            self._pages.clear()
        return changed

    def open(self, listed: ListedDocument) -> None:
        """Open a document in its turn; if it is asked for again, only the last outcome counts."""
        source, password = listed.source, listed.password
        if source is None:
            return
        opening = self._openings[listed.id] = object()

        def done(outcome: Document | EndstopError) -> None:
            if self._openings.get(listed.id) is opening:
                del self._openings[listed.id]
                self.opened.emit(listed.id, outcome)

        self._operations.start(
            lambda: self._renderer.open(source, password, self._is_closed), done, _IN_TURN
        )

    def want(self, key: PreviewKey, document: Document) -> None:
        """Ask for a page; an older wish that has not begun is dropped."""
        self._wanted = key
        if (kept := self._pages.get(key)) is not None:
            self._pages.move_to_end(key)
            self.page_ready.emit(key, kept)
            return
        sizing = self._sizing

        def render() -> PagePreview | None:
            return self._render(key, document, sizing) if self._wanted == key else None

        def done(outcome: PagePreview | EndstopError | None) -> None:
            if outcome is None or sizing != self._sizing:
                return
            if isinstance(outcome, PagePreview):
                self._keep(key, outcome)
            self.page_ready.emit(key, outcome)

        self._operations.start(render, done, _NOW)

    @Slot(int)
    def _want_thumbnail(self, entry_id: int) -> None:
        """Ask for the small picture of a document's first page, before the user rotated it."""
        listed = self._documents.find(entry_id)
        document = listed.document if listed is not None else None
        key, sizing = PreviewKey(entry_id, 1), self._sizing
        if document is None:
            return
        if (kept := self._pages.get(key)) is not None:
            self._documents.set_thumbnail(entry_id, _thumbnail(kept.image))
            return

        def done(outcome: PagePreview | EndstopError) -> None:
            if isinstance(outcome, PagePreview):
                if sizing == self._sizing:
                    self._keep(key, outcome)
                self._documents.set_thumbnail(entry_id, _thumbnail(outcome.image))

        self._operations.start(lambda: self._render(key, document, sizing), done, _SOON)

    def suggest(self, key: PreviewKey, document: Document) -> None:
        """Ask how the shown page would stand upright; nothing is said if another is shown by then.

        It takes no longer than the renderer's limit for a page.
        """
        sizing = self._sizing

        def look() -> int | None:
            if self._wanted != key:
                return None
            return self._renderer.suggested_rotation(document, key.number, sizing, self._is_closed)

        def done(outcome: int | EndstopError | None) -> None:
            if outcome is not None:
                degrees = outcome if isinstance(outcome, int) else 0
                self._documents.suggest_rotation(key.entry_id, key.number, degrees)

        self._operations.start(look, done, _SOON)

    def forget(self, ids: Collection[int]) -> None:
        """Drop the pages of removed documents."""
        for key in [key for key in self._pages if key.entry_id in ids]:
            del self._pages[key]

    def shut_down(self) -> None:
        """Stop rendering and end the renderer's process."""
        self._closed = True
        self._operations.shut_down()
        self._renderer.close()

    def _is_closed(self) -> bool:
        return self._closed

    def _render(self, key: PreviewKey, document: Document, sizing: PageSizing) -> PagePreview:
        """The page; what was rendered last, or failed, is not rendered anew."""
        last = self._last
        if last is None or not last.shows(key, document, sizing):
            last = self._last = _Rendered(key, document, sizing, self._tried(key, document, sizing))
        if isinstance(last.outcome, EndstopError):
            raise last.outcome
        return last.outcome

    def _tried(
        self, key: PreviewKey, document: Document, sizing: PageSizing
    ) -> PagePreview | EndstopError:
        try:
            page = self._renderer.render(
                document, key.number, sizing, self._is_closed, key.rotation
            )
        except EndstopError as error:
            return error
        return PagePreview(_image(page), page.blank, page.notices)

    def _keep(self, key: PreviewKey, page: PagePreview) -> None:
        self._pages[key] = page
        self._pages.move_to_end(key)
        while len(self._pages) > KEPT_PAGES:
            self._pages.popitem(last=False)


def _image(page: PageImage) -> QImage:
    """The page as a Qt image that owns its pixels."""
    row_bytes = page.width * 3
    borrowed = QImage(page.rgb, page.width, page.height, row_bytes, QImage.Format.Format_RGB888)
    return borrowed.copy()


def _thumbnail(image: QImage) -> QPixmap:
    small = image.scaled(
        *THUMBNAIL,
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return QPixmap.fromImage(small)

"""Page images for the window, rendered off the GUI thread by a renderer of its own."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import islice

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QImage, QPixmap

from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.errors import EndstopError
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.page_choices import PreviewKey
from endstop.gui.workers.operations import Operations
from endstop.gui.workers.unforeseen import unforeseen

logger = logging.getLogger(__name__)

KEPT_PAGES = 12
THUMBNAIL = (64, 80)
OPENED_AT_ONCE = 50
OPENING_S = 0.03
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


@dataclass(frozen=True, slots=True)
class _Opening:
    """A document that is to be opened, as it was asked for."""

    source: SourceFile
    password: str | None


class Previews(QObject):
    """Opens documents, and renders pages at the size that the model sees.

    Thumbnails and suggested rotations go straight into the list.
    `opened({id: Document | EndstopError})` and `page_ready(PreviewKey, PagePreview | EndstopError)`
    arrive on the GUI thread.
    """

    opened = Signal(object)
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
        self._unopened: OrderedDict[int, _Opening] = OrderedDict()
        self._opening = False
        self._wanted: PreviewKey | None = None
        # What the operations rendered last, and what failed: by document, page and rotation.
        self._last: _Rendered | None = None
        self._failed: dict[int, dict[PreviewKey, _Rendered]] = {}
        self._closed = False
        documents.thumbnail_wanted.connect(self._want_thumbnail)

    def set_sizing(self, sizing: PageSizing) -> bool:
        """Render for another model from now on; whether that changes the pages."""
        changed = sizing != self._sizing
        if changed:
            self._sizing = sizing
            self._pages.clear()
        return changed

    def open(self, documents: Iterable[ListedDocument]) -> None:
        """Open recognised documents in their turn, each once."""
        for listed in documents:
            if listed.source is not None:
                opening = _Opening(listed.source, listed.password)
                if self._unopened.get(listed.id) != opening:
                    self._unopened[listed.id] = opening
        self._open_some()

    def open_soon(self, entry_id: int) -> None:
        """If a document waits to be opened, it is the next."""
        if entry_id in self._unopened:
            self._unopened.move_to_end(entry_id, last=False)

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
        """Drop what is known of documents that were removed, and do not open them."""
        for key in [key for key in self._pages if key.entry_id in ids]:
            del self._pages[key]
        for entry_id in ids:
            self._unopened.pop(entry_id, None)
            self._failed.pop(entry_id, None)

    def shut_down(self) -> None:
        """Stop rendering and end the renderer's process."""
        self._closed = True
        self._operations.shut_down()
        self._renderer.close()

    def _is_closed(self) -> bool:
        return self._closed

    def _open_some(self) -> None:
        """Let the background open the next few; one task is enough for all that wait."""
        if self._opening or not self._unopened:
            return
        self._opening = True
        few = dict(islice(self._unopened.items(), OPENED_AT_ONCE))

        def done(outcome: list[Document | EndstopError] | EndstopError) -> None:
            outcomes = [outcome] if isinstance(outcome, EndstopError) else outcome
            opened = {}
            for (entry_id, opening), each in zip(few.items(), outcomes, strict=False):
                # Else it was removed meanwhile, or another password was entered.
                if self._unopened.get(entry_id) is opening:
                    del self._unopened[entry_id]
                    opened[entry_id] = each
            self.opened.emit(opened)
            self._opening = False
            self._open_some()

        self._operations.start(lambda: self._opened_some(few.values()), done, _IN_TURN)

    def _opened_some(self, few: Iterable[_Opening]) -> list[Document | EndstopError]:
        """The first of a few documents: as many as `OPENING_S` seconds allow, one at least."""
        deadline, opened = time.monotonic() + OPENING_S, []
        for each in few:
            opened.append(self._opened(each))
            if time.monotonic() > deadline:
                break
        return opened

    def _opened(self, opening: _Opening) -> Document | EndstopError:
        try:
            return self._renderer.open(opening.source, opening.password, self._is_closed)
        except EndstopError as error:
            return error
        except Exception as error:
            logger.exception("A document could not be opened")
            return unforeseen(error)

    def _render(self, key: PreviewKey, document: Document, sizing: PageSizing) -> PagePreview:
        """The page; what was rendered last, or failed once, is not rendered anew."""
        for known in (self._last, self._failed.get(key.entry_id, {}).get(key)):
            if known is not None and known.shows(key, document, sizing):
                break
        else:
            known = _Rendered(key, document, sizing, self._tried(key, document, sizing))
        if isinstance(known.outcome, EndstopError):
            self._failed.setdefault(key.entry_id, {})[key] = known
            raise known.outcome
        self._last = known
        return known.outcome

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

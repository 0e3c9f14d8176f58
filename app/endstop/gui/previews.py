"""Page images for the window, rendered off the GUI thread by a renderer of its own."""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage, QPixmap

from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage
from endstop.errors import EndstopError
from endstop.gui.background import Background
from endstop.gui.document_entry import DocumentEntry

KEPT_PAGES = 12
THUMBNAIL = (64, 80)
_SOON = 1


class Previews(QObject):
    """Opens documents, and renders pages at the size that the model sees.

    `opened(id, Document | EndstopError)`, `thumbnail_ready(id, QPixmap)` and
    `page_ready(id, number, QImage | EndstopError)` arrive on the GUI thread.
    """

    opened = Signal(int, object)
    thumbnail_ready = Signal(int, object)
    page_ready = Signal(int, int, object)

    def __init__(self, make_renderer: Callable[[], Renderer], parent: QObject) -> None:
        super().__init__(parent)
        self._renderer = make_renderer()
        self._background = Background(1, self)
        self._sizing = PageSizing()
        self._pages: OrderedDict[tuple[int, int], QImage] = OrderedDict()
        self._wanted: tuple[int, int] | None = None
        self._closed = False

    def set_sizing(self, sizing: PageSizing) -> bool:
        """Render for another model from now on; whether that changes the pages."""
        changed = sizing != self._sizing
        if changed:
            self._sizing = sizing
            self._pages.clear()
        return changed

    def open(self, entry: DocumentEntry) -> None:
        """Open a document, then make its thumbnail."""
        source, password = entry.source, entry.password
        if source is None:
            return

        def then(outcome: Document | EndstopError) -> None:
            if entry.password != password:
                return  # another password was entered meanwhile: its outcome counts
            self.opened.emit(entry.id, outcome)
            if isinstance(outcome, Document):
                self._make_thumbnail(entry.id, outcome)

        self._background.submit(
            lambda: self._renderer.open(source, password, self._is_closed), then, _SOON
        )

    def want(self, entry_id: int, document: Document, number: int) -> None:
        """Ask for a page; an older wish that has not begun is dropped."""
        key = entry_id, number
        self._wanted = key
        if (kept := self._pages.get(key)) is not None:
            self._pages.move_to_end(key)
            self.page_ready.emit(entry_id, number, kept)
            return
        sizing = self._sizing

        def render() -> QImage | None:
            if self._wanted != key:
                return None
            return self._render(document, number, sizing)

        def then(outcome: QImage | EndstopError | None) -> None:
            if outcome is None or sizing != self._sizing:
                return
            if isinstance(outcome, QImage):
                self._keep(key, outcome)
            self.page_ready.emit(entry_id, number, outcome)

        self._background.submit(render, then, _SOON)

    def forget(self, entry_id: int) -> None:
        """Drop the pages of a removed document."""
        for key in [key for key in self._pages if key[0] == entry_id]:
            del self._pages[key]

    def shut_down(self) -> None:
        """Stop rendering and end the renderer's process."""
        self._closed = True
        self._background.shut_down()
        self._renderer.close()

    def _is_closed(self) -> bool:
        return self._closed

    def _make_thumbnail(self, entry_id: int, document: Document) -> None:
        sizing = self._sizing

        def then(outcome: QImage | EndstopError) -> None:
            if isinstance(outcome, QImage):
                if sizing == self._sizing:
                    self._keep((entry_id, 1), outcome)
                self.thumbnail_ready.emit(entry_id, _thumbnail(outcome))

        self._background.submit(lambda: self._render(document, 1, sizing), then)

    def _render(self, document: Document, number: int, sizing: PageSizing) -> QImage:
        return _image(self._renderer.render(document, number, sizing, self._is_closed))

    def _keep(self, key: tuple[int, int], image: QImage) -> None:
        self._pages[key] = image
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

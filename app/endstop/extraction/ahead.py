"""The next document's pages, rasterised while the model still reads and writes the one before."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from typing_extensions import override

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.documents.survey import Content, PageSize
from endstop.errors import CancelledError, EndstopError
from endstop.extraction.page_source import IsCancelled, PageSource
from endstop.extraction.pages import gather
from endstop.extraction.request import Request

MOST = 128 * 1024 * 1024  # bytes of pages that are kept ready
_POLL_S = 0.02

_Key = tuple[SourceFile, int, PageSizing, int]


class _PassedOn:
    """A page source that hands everything on to another one."""

    def __init__(self, pages: PageSource) -> None:
        self._pages = pages

    def open(self, source: SourceFile, password: str | None, cancelled: IsCancelled) -> Document:
        """As the other source does it."""
        return self._pages.open(source, password, cancelled)

    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: IsCancelled,
        rotation: int = 0,
    ) -> PageImage:
        """As the other source does it."""
        return self._pages.render(document, number, sizing, cancelled, rotation)

    def suggested_rotation(
        self, document: Document, number: int, sizing: PageSizing, cancelled: IsCancelled
    ) -> int:
        """As the other source does it."""
        return self._pages.suggested_rotation(document, number, sizing, cancelled)

    def sizes(
        self,
        document: Document,
        turned: Sequence[tuple[int, int]],
        sizing: PageSizing,
        cancelled: IsCancelled,
    ) -> Iterator[PageSize | None]:
        """As the other source does it; no page is waited for."""
        return self._pages.sizes(document, turned, sizing, cancelled)

    def contents(
        self,
        document: Document,
        numbers: Sequence[int],
        sizing: PageSizing,
        cancelled: IsCancelled,
    ) -> Iterator[Content]:
        """As the other source does it; no page is waited for."""
        return self._pages.contents(document, numbers, sizing, cancelled)


class PagesAhead(_PassedOn):
    """A page source that has the pages of a prepared request ready; thread-safe as its source is.

    One request is prepared at a time. A page that was not prepared is rasterised when it is asked
    for; what goes wrong while preparing shows then too. No limit of time holds while a document is
    prepared, as `MOST` ends that; once its turn has come, waiting for it counts.
    """

    def __init__(self, pages: PageSource) -> None:
        super().__init__(pages)
        self._ready: dict[_Key, PageImage] = {}
        self._prepared: SourceFile | None = None
        self._worker: threading.Thread | None = None
        self._given_up = threading.Event()

    def prepare(self, request: Request, sizing: PageSizing) -> None:
        """Begin to rasterise the pages of `request`; what was prepared before is dropped."""
        self.close()
        self._given_up = threading.Event()
        self._prepared = request.source
        self._worker = threading.Thread(
            target=self._work, args=(request, sizing, self._given_up.is_set), daemon=True
        )
        self._worker.start()

    @override
    def open(self, source: SourceFile, password: str | None, cancelled: IsCancelled) -> Document:
        """The opened document; what is prepared of another one is dropped."""
        if source != self._prepared:
            self.close()
        return super().open(source, password, cancelled)

    @override
    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: IsCancelled,
        rotation: int = 0,
    ) -> PageImage:
        """One page, at once if it is ready; waits for the pages that are being prepared."""
        while self._worker is not None and self._worker.is_alive():
            if cancelled():
                raise CancelledError
            self._worker.join(_POLL_S)
        ready = self._ready.pop((document.source, number, sizing, rotation), None)
        return ready or super().render(document, number, sizing, cancelled, rotation)

    def close(self) -> None:
        """Stop preparing and drop what is ready."""
        self._given_up.set()
        if self._worker is not None:
            self._worker.join()
        self._worker = self._prepared = None
        self._ready.clear()

    def _work(self, request: Request, sizing: PageSizing, given_up: Callable[[], bool]) -> None:
        recorder = _Recorder(self._pages, self._ready)
        with suppress(EndstopError):  # it shows again when the document's turn has come
            for _step in gather(request, sizing, recorder, given_up):
                pass


class _Recorder(_PassedOn):
    """A page source that keeps what it rasterises, until there is enough."""

    def __init__(self, pages: PageSource, ready: dict[_Key, PageImage]) -> None:
        super().__init__(pages)
        self._ready = ready

    @override
    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: IsCancelled,
        rotation: int = 0,
    ) -> PageImage:
        if sum(len(page.rgb) for page in self._ready.values()) >= MOST:
            raise CancelledError
        page = super().render(document, number, sizing, cancelled, rotation)
        self._ready[document.source, number, sizing, rotation] = page
        return page

    @override
    def suggested_rotation(
        self, _document: Document, _number: int, _sizing: PageSizing, _cancelled: IsCancelled
    ) -> int:
        return 0

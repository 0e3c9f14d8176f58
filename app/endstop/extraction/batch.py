"""Many documents, one schema: each is extracted while the next one's pages are made ready."""

from collections.abc import Callable, Iterator, Sequence

from endstop.documents.sizing import PageSizing
from endstop.documents.source import SourceFile
from endstop.engines.engine import Engine
from endstop.errors import DocumentError
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.events import Event, Failed, Prepared
from endstop.extraction.extract import extract
from endstop.extraction.request import Options, Request
from endstop.schemas.schema import ExtractionSchema


class Batch:
    """Extracts documents in turn; a file that was not recognised stands as its error."""

    def __init__(
        self,
        documents: Sequence[SourceFile | DocumentError],
        schema: ExtractionSchema,
        options: Options,
        pages: PagesAhead,
        sizing: PageSizing,
    ) -> None:
        """`sizing` is that of the model's profile."""
        self._documents = documents
        self._schema = schema
        self._options = options
        self._pages = pages
        self._sizing = sizing

    def prepare(self, place: int = 0) -> None:
        """Begin to make the first document from `place` on ready, even before there is a model."""
        rest = self._documents[place:]
        following = next((one for one in rest if isinstance(one, SourceFile)), None)
        if following is not None:
            self._pages.prepare(self._request(following), self._sizing)

    def events(self, engine: Engine, place: int, cancelled: Callable[[], bool]) -> Iterator[Event]:
        """The events of the document at `place`; the next one is prepared as soon as it may be."""
        document = self._documents[place]
        if isinstance(document, DocumentError):
            yield Failed(document)
            return
        for event in extract(self._request(document), engine, self._pages, cancelled):
            yield event
            if isinstance(event, Prepared):
                self.prepare(place + 1)

    def close(self) -> None:
        """Stop preparing."""
        self._pages.close()

    def _request(self, source: SourceFile) -> Request:
        return Request(source, self._schema, self._options)

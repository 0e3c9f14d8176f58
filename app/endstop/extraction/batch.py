"""Many documents, one schema: each is extracted while the next one's pages are made ready."""

from collections.abc import Callable, Iterator, Sequence

from endstop.documents.source import SourceFile
from endstop.engines.engine import Engine
from endstop.errors import DocumentError
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.events import Event, Failed, Prepared
from endstop.extraction.extract import extract
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Options, Request
from endstop.schemas.schema import ExtractionSchema


class Batch:
    """Extracts documents in turn; a file that was not recognised stands as its error."""

    def __init__(
        self,
        engine: Engine,
        pages: PagesAhead,
        schema: ExtractionSchema,
        options: Options,
        cancelled: Callable[[], bool],
    ) -> None:
        self._engine = engine
        self._pages = pages
        self._schema = schema
        self._options = options
        self._cancelled = cancelled

    def events(
        self, documents: Sequence[SourceFile | DocumentError], place: int
    ) -> Iterator[Event]:
        """The events of the document at `place`; the next one is prepared as soon as it may be."""
        document = documents[place]
        if isinstance(document, DocumentError):
            yield Failed(document)
            return
        for event in extract(self._request(document), self._engine, self._pages, self._cancelled):
            yield event
            if isinstance(event, Prepared):
                self._prepare_next(documents[place + 1 :])

    def close(self) -> None:
        """Stop preparing."""
        self._pages.close()

    def _request(self, source: SourceFile) -> Request:
        return Request(source, self._schema, self._options)

    def _prepare_next(self, rest: Sequence[SourceFile | DocumentError]) -> None:
        following = next((one for one in rest if isinstance(one, SourceFile)), None)
        if following is not None:
            self._pages.prepare(self._request(following), profile_for(self._engine.model).sizing)

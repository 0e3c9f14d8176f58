"""What the renderer process answers: open a document, rasterise a page."""

import logging
from dataclasses import dataclass
from typing import Protocol

from endstop.documents.images import ImagePages
from endstop.documents.pdf import PdfPages
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, Format, PageImage, SourceFile
from endstop.errors import DocumentError, EndstopError
from endstop.translation import _

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Open `document` and count its pages; an image may have `pixels` pixels a frame."""

    source: SourceFile
    password: str | None
    pixels: int


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Rasterise page `number` (1-based) of `document`."""

    document: Document
    number: int
    sizing: PageSizing
    pixels: int


Request = OpenRequest | RenderRequest
Answer = Document | PageImage | EndstopError


class Pages(Protocol):
    """An open document."""

    page_count: int

    def render(self, number: int, sizing: PageSizing) -> PageImage:
        """Page `number` (1-based) as the model sees it; DocumentError if it cannot be shown."""

    def close(self) -> None:
        """Give the file back."""


class Rasteriser:
    """Answers requests one after the other; the document of the last one stays open."""

    def __init__(self) -> None:
        self._opened: tuple[SourceFile, str | None, int] | None = None
        self._pages: Pages | None = None

    def answer(self, request: Request) -> Answer:
        """What was asked for, or the error as a value; never raises for a bad file."""
        try:
            return self._answer(request)
        except EndstopError as error:
            return error
        except Exception as error:  # decoders raise anything
            _log.warning("a document was not readable: %s", type(error).__name__)
            return DocumentError(
                _("%s cannot be read.") % _source(request).path.name,
                _("Open it in another program and save or print it anew."),
            )

    def close(self) -> None:
        """Close the document that is open, if any."""
        pages, self._pages, self._opened = self._pages, None, None
        if pages is not None:
            pages.close()

    def _answer(self, request: Request) -> Document | PageImage:
        match request:
            case OpenRequest(source, password, pixels):
                pages = self._open(source, password, pixels)
                return Document(source, pages.page_count, password)
            case RenderRequest(document, number, sizing, pixels):
                pages = self._open(document.source, document.password, pixels)
                _check_number(document.source, number, pages.page_count)
                return pages.render(number, sizing)

    def _open(self, source: SourceFile, password: str | None, pixels: int) -> Pages:
        """The pages of `source`, from the last request if it was the same, unchanged file."""
        wanted = (source, password, _changed_at(source))
        if self._pages is None or wanted != self._opened:
            self.close()
            self._pages = _pages(source, password, pixels)
            self._opened = wanted
        return self._pages


def _pages(source: SourceFile, password: str | None, pixels: int) -> Pages:
    if source.format is Format.PDF:
        return PdfPages(source, password)
    return ImagePages(source, pixels)


def _source(request: Request) -> SourceFile:
    return request.source if isinstance(request, OpenRequest) else request.document.source


def _changed_at(source: SourceFile) -> int:
    """When the file was last written, in nanoseconds; DocumentError if it is gone."""
    try:
        return source.path.stat().st_mtime_ns
    except OSError as error:
        raise DocumentError(
            _("%(name)s cannot be read: %(reason)s.")
            % {"name": source.path.name, "reason": error.strerror},
            _("Drop it again from where it is now."),
        ) from error


def _check_number(source: SourceFile, number: int, page_count: int) -> None:
    if not 1 <= number <= page_count:
        raise DocumentError(
            _("%(name)s has no page %(number)d; it has %(count)d.")
            % {"name": source.path.name, "number": number, "count": page_count},
            _("Choose other pages."),
        )

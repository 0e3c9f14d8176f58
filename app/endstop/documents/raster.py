"""What the renderer process answers: open a document, rasterise a page."""

import logging
from typing import Protocol, assert_never

from endstop.documents.images import ImagePages
from endstop.documents.pdf import PdfPages
from endstop.documents.requests import (
    Answer,
    Contents,
    OpenRequest,
    PageRequest,
    Request,
    Sizes,
    SurveyRequest,
    UprightRotation,
    Wanted,
    Words,
)
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, Format, PageImage, SourceFile
from endstop.documents.survey import Content, PageSize
from endstop.documents.word import Word
from endstop.errors import DocumentError, EndstopError, PageError
from endstop.translation import _, ngettext

_log = logging.getLogger(__name__)


class Pages(Protocol):
    """An open document."""

    @property
    def page_count(self) -> int:
        """How many pages there are."""

    @property
    def has_form(self) -> bool:
        """Whether there are form fields to fill in."""

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences about what is not shown."""

    def render(self, number: int, sizing: PageSizing, rotation: int, forms: bool, /) -> PageImage:
        """Page `number` (1-based), turned clockwise; PageError if it cannot be shown."""

    def words(self, number: int, sizing: PageSizing, rotation: int, /) -> tuple[Word, ...]:
        """The text layer of page `number`, placed on the image that `render` gives."""

    def suggested_rotation(self, number: int, sizing: PageSizing, /) -> int:
        """The rotation that sets page `number` upright; 0 if in doubt."""

    def size(self, number: int, sizing: PageSizing, rotation: int, /) -> PageSize | None:
        """The size of the image that `render` gives; None if that cannot be told."""

    def content(self, number: int, /) -> Content:
        """What page `number` holds, as far as that can be told without rasterising it."""

    def close(self) -> None:
        """Give the file back."""


class Rasteriser:
    """Answers requests one after the other; the document of the last one stays open."""

    def __init__(self) -> None:
        self._opened: tuple[SourceFile, str | None, int] | None = None
        self._pages: Pages | None = None

    def answer(self, request: Request) -> Answer:
        """What was asked for, or the error as a value; raises MemoryError alone."""
        try:
            return self._answer(request)
        except EndstopError as error:
            return error
        except MemoryError:
            raise
        except Exception as error:  # decoders raise anything
            _log.warning("a document was not readable: %s", type(error).__name__)
            return _unreadable(request)

    def close(self) -> None:
        """Close the document that is open, if any."""
        pages, self._pages, self._opened = self._pages, None, None
        if pages is not None:
            pages.close()

    def _answer(self, request: Request) -> Answer:
        match request:
            case OpenRequest(source, password, pixels):
                opened = self._open(source, password, pixels)
                count = opened.page_count
                return Document(source, count, password, opened.has_form, opened.notices)
            case PageRequest():
                document = request.document
                pages = self._open(document.source, document.password, request.pixels)
                _check_number(document.source, request.number, pages.page_count)
                return _of_page(pages, request)
            case SurveyRequest():
                document = request.document
                pages = self._open(document.source, document.password, request.pixels)
                return _survey(pages, request)

    def _open(self, source: SourceFile, password: str | None, pixels: int) -> Pages:
        """The pages of `source`, from the last request if it was the same, unchanged file."""
        try:
            wanted = (source, password, source.path.stat().st_mtime_ns)
            if self._pages is None or wanted != self._opened:
                self.close()
                self._pages = _pages(source, password, pixels)
                self._opened = wanted
        except OSError as error:
            raise _not_read(source, error) from error
        return self._pages


def _pages(source: SourceFile, password: str | None, pixels: int) -> Pages:
    """The pages of a file that is opened now; OSError if it cannot be."""
    stream = source.path.open("rb")
    try:
        if source.format is Format.PDF:
            return PdfPages(stream, source.name, password)
        return ImagePages(stream, source.name, source.format, pixels)
    except BaseException:
        stream.close()
        raise


def _of_page(pages: Pages, request: PageRequest) -> Answer:
    """What `request` asks of one of `pages`."""
    number, sizing, rotation = request.number, request.sizing, request.rotation
    match request.wanted:
        case Wanted.IMAGE:
            return pages.render(number, sizing, rotation, request.forms)
        case Wanted.WORDS:
            return Words(pages.words(number, sizing, rotation))
        case Wanted.ROTATION:
            return UprightRotation(pages.suggested_rotation(number, sizing))
        case _:
            assert_never(request.wanted)


def _survey(pages: Pages, request: SurveyRequest) -> Sizes | Contents:
    """What the pages are like, none of them rasterised."""
    if request.contents:
        return Contents(tuple(map(pages.content, request.numbers)))
    turned = zip(request.numbers, request.rotations, strict=True)
    return Sizes(tuple(pages.size(number, request.sizing, turn) for number, turn in turned))


def _unreadable(request: Request) -> DocumentError:
    """What to say when a library failed in a way of its own."""
    remedy = _("Open it in another program and save or print it anew.")
    if not isinstance(request, PageRequest):
        source = request.source if isinstance(request, OpenRequest) else request.document.source
        return DocumentError(_("%s cannot be read.") % source.name, remedy)
    words = {"number": request.number, "name": request.document.source.name}
    sentence = _("Page %(number)d of %(name)s cannot be read.") % words
    return PageError(sentence, remedy, request.number)


def _not_read(source: SourceFile, error: OSError) -> DocumentError:
    return DocumentError(
        _("%(name)s cannot be read: %(reason)s.")
        % {"name": source.name, "reason": error.strerror or type(error).__name__},
        _("See whether it was moved, and drop it again from where it is now."),
    )


def _check_number(source: SourceFile, number: int, page_count: int) -> None:
    if not 1 <= number <= page_count:
        raise DocumentError(
            ngettext(
                "There is no page %(number)d in %(name)s: it has %(count)d page.",
                "There is no page %(number)d in %(name)s: it has %(count)d pages.",
                page_count,
            )
            % {"name": source.name, "number": number, "count": page_count},
            _("Choose other pages."),
        )

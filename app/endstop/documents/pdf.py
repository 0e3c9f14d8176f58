"""Open a PDF with PDFium and rasterise its pages.

PDFium is not thread-safe and hangs or crashes on some files: use this in the renderer process only.

Annotations and form values are drawn, where lift flattens them first. The pixels are the same but
for hairlines of some fields; and flattening (PDFium in pypdfium2 5.15) turns a page that inherits
its box into US Letter and drops annotations without an appearance of their own.
"""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium_c
from PIL import Image

from endstop.documents.fitting import OVERSAMPLING, fitted_page
from endstop.documents.orientation import turn_of
from endstop.documents.page_transform import PageTransform
from endstop.documents.pdf_errors import forget_last_error, opening_error
from endstop.documents.pdf_text import text_turn, words_of
from endstop.documents.sizing import SIDEWAYS, PageSizing
from endstop.documents.source import PageImage
from endstop.documents.survey import Content, PageSize
from endstop.documents.word import Word
from endstop.errors import PageError
from endstop.translation import _

_log = logging.getLogger(__name__)

_XFA = (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND)
# How deep in forms within forms text is looked for.
_TEXT_DEPTH = 5


class PdfPages:
    """The pages of the PDF in `stream`, which is closed with it; `name` is for error messages.

    A stream rather than a path, because PDFium takes paths as UTF-8 only and gives no reason for
    a failure. Raises PasswordNeededError if the PDF is encrypted and `password` does not open it,
    DocumentError if PDFium cannot read it.
    """

    def __init__(self, stream: BinaryIO, name: str, password: str | None) -> None:
        self._name = name
        self._document = _opened(stream, name, password)
        self._forms_live = False
        self._paper = Image.new("RGB", (1, 1))
        self.page_count = len(self._document)
        form = self._document.get_formtype()
        self.has_form = form != pdfium_c.FORMTYPE_NONE
        self.notices = (_unseen_form(),) if form in _XFA else ()

    def render(
        self, number: int, sizing: PageSizing, rotation: int = 0, forms: bool = True, /
    ) -> PageImage:
        """Page `number` (1-based) with its annotations, on white.

        It is turned clockwise by `rotation` degrees. `forms` brings form fields to life, so that
        values without an appearance of their own show too.
        """
        if forms and self.has_form:
            self._bring_forms_to_life()
        with self._page(number) as page:
            image = self._rasterised(page, sizing, rotation)
        return fitted_page(image, number, sizing)

    def words(self, number: int, sizing: PageSizing, rotation: int = 0, /) -> tuple[Word, ...]:
        """The words of page `number`, placed on the image that `render` gives."""
        with self._page(number) as page:
            size = sizing.fitted(*_pixel_size(page.get_size(), sizing, rotation))
            turn = (page.get_rotation() + rotation) % 360
            return words_of(page, PageTransform(page.get_bbox(), turn, *size))

    def suggested_rotation(self, number: int, sizing: PageSizing, /) -> int:
        """The degrees clockwise that set page `number` upright; 0 if in doubt.

        Its text says so, or if there is none, its pixels.
        """
        with self._page(number) as page:
            turn = text_turn(page)
            return turn_of(self._rasterised(page, sizing, 0)) if turn is None else turn

    def size(self, number: int, sizing: PageSizing, rotation: int = 0, /) -> PageSize | None:
        """The size of the image that `render` gives; None if the page has none.

        The page is not parsed for it.
        """
        try:
            points = self._document.get_page_size(number - 1)
            return sizing.fitted(*_pixel_size(points, sizing, rotation))
        except (pypdfium2.PdfiumError, ValueError):
            return None

    def content(self, number: int, /) -> Content:
        """What page `number` holds, as far as its objects tell."""
        try:
            with self._page(number) as page:
                return _content(page)
        except PageError:
            return Content.UNKNOWN

    def close(self) -> None:
        """Give the file back."""
        self._document.close()

    def _rasterised(
        self, page: pypdfium2.PdfPage, sizing: PageSizing, rotation: int
    ) -> Image.Image:
        """The page as RGB at the scale of the rule, not yet fitted; good until the next call.

        One image serves all pages of a size: memory that the system must first clear takes a
        tenth of a page's time.
        """
        width, height = page.get_size()
        bitmap = page.render(scale=bounded_scale(width, height, sizing), rotation=rotation)
        try:
            if self._paper.size != (bitmap.width, bitmap.height):
                self._paper = Image.new("RGB", (bitmap.width, bitmap.height))
            self._paper.frombytes(bitmap.buffer, "raw", bitmap.mode, bitmap.stride, 1)
        finally:
            bitmap.close()
        return self._paper

    def _bring_forms_to_life(self) -> None:
        """Must come before a page is loaded, and makes PDFium hang at some."""
        if self._forms_live:
            return
        self._forms_live = True
        try:
            self._document.init_forms()
        except pypdfium2.PdfiumError:
            _log.info("the form of a PDF cannot be shown")

    @contextmanager
    def _page(self, number: int) -> Iterator[pypdfium2.PdfPage]:
        """Page `number` while it is worked on; PageError if PDFium fails at it."""
        try:
            page = self._document[number - 1]
            try:
                yield page
            finally:
                page.close()
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise PageError(
                _("Page %(number)d of %(name)s is damaged and cannot be shown.")
                % {"number": number, "name": self._name},
                _("Leave it out with a page range, or print the file to a new PDF."),
                number,
            ) from error


def _opened(stream: BinaryIO, name: str, password: str | None) -> pypdfium2.PdfDocument:
    """The document; a password that a file does not need is no fault."""
    reason: pypdfium2.PdfiumError | None = None
    for attempt in dict.fromkeys((password, None)):
        forget_last_error()
        try:
            return pypdfium2.PdfDocument(stream, password=attempt, autoclose=True)
        except pypdfium2.PdfiumError as error:
            reason = reason or error
    raise opening_error(name, reason.err_code if reason else None, bool(password)) from reason


def bounded_scale(width: float, height: float, sizing: PageSizing) -> float:
    """Pixels a point for a page of `width` x `height` points, by the rule but never gigantic.

    ValueError if the page has no size.
    """
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise ValueError(width, height)
    most_pixels = math.sqrt(OVERSAMPLING * sizing.max_pixels / (width * height))
    longest_side = sizing.max_pixels / sizing.grid / max(width, height)
    return min(sizing.render_scale(width, height), most_pixels, longest_side)


def _pixel_size(points: tuple[float, float], sizing: PageSizing, rotation: int) -> tuple[int, int]:
    """How many pixels `_rasterised` makes of a page of this size; pypdfium2 rounds up."""
    width, height = points
    scale = bounded_scale(width, height, sizing)
    size = math.ceil(width * scale), math.ceil(height * scale)
    return size[::-1] if rotation in SIDEWAYS else size


def _content(page: pypdfium2.PdfPage) -> Content:
    """NOTHING if there is neither an object nor an annotation, TEXT if some object is text."""
    count = pdfium_c.FPDFPage_CountObjects(page)
    if count == 0 and pdfium_c.FPDFPage_GetAnnotCount(page) == 0:
        return Content.NOTHING
    texts = page.get_objects(filter=(pdfium_c.FPDF_PAGEOBJ_TEXT,), max_depth=_TEXT_DEPTH)
    return Content.UNKNOWN if next(texts, None) is None else Content.TEXT


def _unseen_form() -> str:
    return _(
        "This is an XFA form: what its program adds or computes is not shown. If values are "
        "missing, open it in the program it was made for and print it to a new PDF."
    )

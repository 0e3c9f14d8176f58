"""Open a PDF with PDFium and rasterise its pages.

PDFium is not thread-safe and hangs or crashes on some files: use this in the renderer process only.

Annotations and form values are drawn, where lift flattens them first. The pixels are the same but
for hairlines of some fields; and flattening (PDFium in pypdfium2 5.15) turns a page that inherits
its box into US Letter and drops annotations without an appearance of their own.
"""

import logging
import math
from typing import BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium_c
from PIL import Image

from endstop.documents.fitting import OVERSAMPLING, fitted_page
from endstop.documents.sizing import PageSizing
from endstop.documents.source import PageImage
from endstop.errors import DocumentError, PasswordNeededError
from endstop.translation import _

_log = logging.getLogger(__name__)

# What PDFium's last error is after `_forget_last_error`; reading a stream never sets it.
_NO_ERROR_OF_ITS_OWN = pdfium_c.FPDF_ERR_FILE


class PdfPages:
    """The pages of the PDF in `stream`, which is closed with it; `name` is for error messages.

    A stream rather than a path, because PDFium takes paths as UTF-8 only and gives no reason for
    a failure. Raises PasswordNeededError if the PDF is encrypted and `password` does not open it,
    DocumentError if PDFium cannot read it.
    """

    def __init__(self, stream: BinaryIO, name: str, password: str | None) -> None:
        self._name = name
        _forget_last_error()
        try:
            self._document = pypdfium2.PdfDocument(stream, password=password, autoclose=True)
        except pypdfium2.PdfiumError as error:
            raise _opening_error(name, error.err_code, bool(password)) from error
        try:
            self._document.init_forms()
        except pypdfium2.PdfiumError:
            _log.info("the form of a PDF cannot be shown")
        self.page_count = len(self._document)

    def render(self, number: int, sizing: PageSizing) -> PageImage:
        """Page `number` (1-based) with its annotations and form values, on white."""
        try:
            image = self._rasterised(number, sizing)
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise DocumentError(
                _("Page %(number)d of %(name)s is damaged and cannot be shown.")
                % {"number": number, "name": self._name},
                _("Leave it out with a page range, or print the file to a new PDF."),
            ) from error
        return fitted_page(image, number, sizing)

    def close(self) -> None:
        """Give the file back."""
        self._document.close()

    def _rasterised(self, number: int, sizing: PageSizing) -> Image.Image:
        """The page as RGB at the scale of the rule, not yet fitted."""
        page = self._document[number - 1]
        try:
            width, height = page.get_size()
            bitmap = page.render(scale=bounded_scale(width, height, sizing))
            try:
                image: Image.Image = bitmap.to_pil().convert("RGB")
            finally:
                bitmap.close()
        finally:
            page.close()
        return image


def bounded_scale(width: float, height: float, sizing: PageSizing) -> float:
    """Pixels a point for a page of `width` x `height` points, by the rule but never gigantic.

    ValueError if the page has no size.
    """
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise ValueError(width, height)
    most_pixels = math.sqrt(OVERSAMPLING * sizing.max_pixels / (width * height))
    longest_side = sizing.max_pixels / sizing.grid / max(width, height)
    return min(sizing.render_scale(width, height), most_pixels, longest_side)


def _forget_last_error() -> None:
    """Have PDFium fail at a file without a name.

    It keeps its last error, so a PDF without pages, which is no error to PDFium but is one to
    pypdfium2, would be told off for what was wrong with the file before it.
    """
    pdfium_c.FPDF_LoadDocument(b"\0", None)


def _opening_error(name: str, code: int | None, password_given: bool) -> DocumentError:
    """The error for PDFium's reason not to open a file."""
    if code == pdfium_c.FPDF_ERR_PASSWORD and password_given:
        return PasswordNeededError(
            _("The password for %s is wrong.") % name, _("Check it and try again.")
        )
    if code == pdfium_c.FPDF_ERR_PASSWORD:
        return PasswordNeededError(
            _("%s is encrypted and needs a password.") % name, _("Enter the password to open it.")
        )
    if code == pdfium_c.FPDF_ERR_SECURITY:
        return DocumentError(
            _("%s is protected in a way that cannot be opened here.") % name,
            _("Open it in the program it was made for and export it without protection."),
        )
    if code == _NO_ERROR_OF_ITS_OWN:
        return DocumentError(
            _("%s has no pages that can be read.") % name, _("Save or export it again.")
        )
    return DocumentError(
        _("%s is damaged and cannot be read as a PDF.") % name,
        _("Open it in a PDF viewer; if it shows, print it to a new PDF and use that."),
    )

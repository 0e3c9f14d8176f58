"""Open a PDF with PDFium and rasterise its pages.

PDFium is not thread-safe and hangs or crashes on some files: use this in the renderer process only.
"""

import logging
import math

import pypdfium2
import pypdfium2.raw as pdfium_c

from endstop.documents.fitting import fitted_page
from endstop.documents.sizing import PageSizing
from endstop.documents.source import PageImage, SourceFile
from endstop.errors import DocumentError, PasswordNeededError
from endstop.translation import _

_log = logging.getLogger(__name__)

# A page is rasterised to at most this many times the pixels it is then fitted to.
_OVERSAMPLING = 4


class PdfPages:
    """The pages of an open PDF; close it, or use it in a `with` block.

    Raises PasswordNeededError if it is encrypted and `password` does not open it, DocumentError
    if PDFium cannot read it.
    """

    def __init__(self, source: SourceFile, password: str | None) -> None:
        self._name = source.path.name
        try:
            # A stream, because PDFium takes paths as UTF-8 only and gives no reason for a failure.
            stream = source.path.open("rb")
        except OSError as error:
            raise _unreadable(self._name, error.strerror or "") from error
        try:
            self._document = pypdfium2.PdfDocument(stream, password=password, autoclose=True)
        except pypdfium2.PdfiumError as error:
            stream.close()
            raise _opening_error(self._name, error.err_code, bool(password)) from error
        self._show_form_values()
        self.page_count = len(self._document)

    def render(self, number: int, sizing: PageSizing) -> PageImage:
        """Page `number` (1-based) with its annotations and form values, on white."""
        try:
            self._flatten(number)
            page = self._document[number - 1]
            try:
                width, height = page.get_size()
                scale = bounded_scale(width, height, sizing)
                bitmap = page.render(scale=scale)
                image = bitmap.to_pil().convert("RGB")
                bitmap.close()
            finally:
                page.close()
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

    def _show_form_values(self) -> None:
        """Have PDFium build the appearance of form fields; without a form this does nothing."""
        try:
            self._document.init_forms()
        except pypdfium2.PdfiumError:
            _log.info("the form of a PDF cannot be shown")

    def _flatten(self, number: int) -> None:
        """Make annotations and form fields part of the page, as lift does."""
        page = self._document[number - 1]
        try:
            done = pdfium_c.FPDFPage_Flatten(page, pdfium_c.FLAT_NORMALDISPLAY)
            if done == pdfium_c.FLATTEN_FAIL:
                _log.info("the annotations of page %d cannot be flattened", number)
        finally:
            page.close()


def bounded_scale(width: float, height: float, sizing: PageSizing) -> float:
    """Pixels a point for a page of `width` x `height` points, by the rule but never gigantic.

    ValueError if the page has no size.
    """
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise ValueError
    most = math.sqrt(_OVERSAMPLING * sizing.max_pixels / (width * height))
    longest_side = sizing.max_pixels / sizing.grid / max(width, height)
    return min(sizing.render_scale(width, height), most, longest_side)


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
    return _unreadable(name, "")


def _unreadable(name: str, reason: str) -> DocumentError:
    sentence = _("%s is damaged and cannot be read as a PDF.") % name
    if reason:
        sentence = _("%(name)s cannot be read: %(reason)s.") % {"name": name, "reason": reason}
    return DocumentError(
        sentence, _("Open it in a PDF viewer; if it shows, print it to a new PDF and use that.")
    )

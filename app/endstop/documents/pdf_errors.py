"""Why PDFium did not open a file, in words."""

import pypdfium2.raw as pdfium_c

from endstop.errors import DocumentError, PasswordNeededError
from endstop.translation import _

# What PDFium's last error is after `forget_last_error`; reading a stream never sets it.
_NO_ERROR_OF_ITS_OWN = pdfium_c.FPDF_ERR_FILE


def forget_last_error() -> None:
    """Have PDFium fail at a file without a name.

    It keeps its last error, so a PDF without pages, which is no error to PDFium but is one to
    pypdfium2, would be told off for what was wrong with the file before it.
    """
    pdfium_c.FPDF_LoadDocument(b"\0", None)


def opening_error(name: str, code: int | None, password_given: bool) -> DocumentError:
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

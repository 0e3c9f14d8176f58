"""What a file that is no document here looks like, to say so in plain words."""

import zipfile
from pathlib import Path

from endstop.translation import _

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_JPEG_XL = (b"\xff\x0a", b"\x00\x00\x00\x0cJXL \r\n\x87\n")
_ARCHIVES = (b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"BZh", b"\xfd7zXZ\x00")
_MARKUP = (b"<?xml", b"<!doctype html", b"<html", b"<svg")


def description(path: Path, head: bytes) -> tuple[str, str] | None:
    """What a file that begins with `head` is ("a Word document") and the remedy; None if unknown.

    The content of a ZIP file is listed, nothing is unpacked.
    """
    if head.startswith(b"PK\x03\x04"):
        return _zipped(path)
    if head[4:8] == b"ftyp":
        return _("a film or a sound recording"), _("Choose a PDF or an image.")
    if head.startswith(_JPEG_XL):
        return _("a JPEG XL image"), _save_as_png()
    if head.startswith(b"8BPS"):
        return _("a Photoshop file"), _save_as_png()
    if head.startswith(_OLE):
        return _("an older Office document"), _export_as_pdf()
    if head.startswith(b"{\\rtf"):
        return _("a rich text document"), _export_as_pdf()
    if head.startswith(b"%!PS"):
        return _("a PostScript file"), _("Convert it to PDF.")
    if head.startswith(b"AT&TFORM"):
        return _("a DjVu document"), _export_as_pdf()
    if head.startswith(_ARCHIVES):
        return _("an archive"), _("Unpack it and drop the files in it.")
    return _written(head)


def _zipped(path: Path) -> tuple[str, str]:
    """An Office document, a book or a plain archive, by the names of the files in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        names = []
    kinds = (
        ("word/", _("a Word document")),
        ("xl/", _("an Excel workbook")),
        ("ppt/", _("a PowerPoint presentation")),
        ("META-INF/container.xml", _("an electronic book")),
        ("META-INF/manifest.xml", _("an OpenDocument file")),
        ("Index/Document.iwa", _("a Pages, Numbers or Keynote document")),
    )
    for beginning, kind in kinds:
        if any(name.startswith(beginning) for name in names):
            return kind, _export_as_pdf()
    return _("a ZIP archive"), _("Unpack it and drop the files in it.")


def _written(head: bytes) -> tuple[str, str] | None:
    """Markup or plain text, if the head reads as such."""
    beginning = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if beginning.startswith(_MARKUP):
        return _("a web page or an XML file"), _("Open it in a browser and print it to a PDF.")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or _is_text(head):
        return _("a text file"), _("Print it to a PDF and use that.")
    return None


def _is_text(head: bytes) -> bool:
    """Whether the bytes are UTF-8 (the last character may be cut) without control characters."""
    try:
        text = head[:-3].decode() if len(head) > 3 else head.decode()
    except UnicodeDecodeError as error:
        if error.start < len(head) - 7:
            return False
        text = head[: error.start].decode()
    return all(character.isprintable() or character in "\t\r\n\f" for character in text)


def _export_as_pdf() -> str:
    return _("Export it as PDF and use that.")


def _save_as_png() -> str:
    return _("Save it as PNG or JPEG and use that.")

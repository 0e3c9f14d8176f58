"""What a file is, by its content; nothing is decoded."""

import errno
import stat
from pathlib import Path

from endstop.documents.foreign import description
from endstop.documents.source import Format, SourceFile, readable_name
from endstop.errors import DocumentError
from endstop.translation import _

# Enough for every signature; PDFium looks for the header of a PDF in the first 1024 bytes.
_HEAD_BYTES = 4096
_PDF_HEADER_WITHIN = 1024
_TIFF_SIGNATURES = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
# Sizes in bytes that the second header of a bitmap may have; "BM" alone is too common.
_BMP_HEADERS = (12, 16, 40, 52, 56, 64, 108, 124)

# A codestream of its own, and one in a file of boxes. ITU-T T.800, annexes A and I.
_JPEG_2000_SIGNATURES = (b"\xff\x4f\xff\x51", b"\x00\x00\x00\x0cjP  \r\n\x87\n")
# ISO/IEC 23008-12, annex B; "mif1" and "msf1" promise no codec.
_AVIF_BRANDS = (b"avif", b"avis")
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"mif2")

_IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif")
# How documents are named as a rule, for dialogs that choose files; what they are, content tells.
SUFFIXES = (".pdf", ".heic", ".heif", ".jp2", ".j2k", ".jpx", *_IMAGE_SUFFIXES)


def recognise(path: Path) -> SourceFile:
    """The document in the file `path`.

    DocumentError, with what to do instead, if there is no such file, it cannot be read, or it is
    no kind of document that Endstop reads.
    """
    try:
        status = path.stat()
        _check_regular(path, status.st_mode)
        with path.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise _not_read(path, error) from error
    found = format_of(head)
    if found is None:
        raise _not_a_document(path, head)
    return SourceFile(path, found, status.st_size)


def format_of(head: bytes) -> Format | None:
    """The format of a file that begins with `head` (1024 bytes or all), None if it is unknown."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return Format.PNG
    if head.startswith(b"\xff\xd8\xff"):
        return Format.JPEG
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return Format.WEBP
    if head.startswith((b"GIF87a", b"GIF89a")):
        return Format.GIF
    if head.startswith(_TIFF_SIGNATURES):
        return Format.TIFF
    if head.startswith(b"BM") and int.from_bytes(head[14:18], "little") in _BMP_HEADERS:
        return Format.BMP
    if head.startswith(_JPEG_2000_SIGNATURES):
        return Format.JPEG_2000
    if head[4:8] == b"ftyp":
        return _of_brands(head)
    return Format.PDF if b"%PDF-" in head[:_PDF_HEADER_WITHIN] else None


def _of_brands(head: bytes) -> Format | None:
    """The image in a file of ISO media boxes, by its brand and the brands it is compatible with."""
    end = int.from_bytes(head[:4], "big")
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, min(end, len(head)), 4))]
    if any(brand in _AVIF_BRANDS for brand in brands):
        return Format.AVIF
    return Format.HEIF if any(brand in _HEIF_BRANDS for brand in brands) else None


def _check_regular(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise DocumentError(
            _("%s is a folder.") % readable_name(path), _("Drop the folder or the files in it.")
        )
    if not stat.S_ISREG(mode):
        raise DocumentError(
            _("%s is not a regular file.") % readable_name(path), _("Choose a PDF or an image.")
        )


def _not_read(path: Path, error: OSError | ValueError) -> DocumentError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return DocumentError(
            _("There is no file %s.") % readable_name(path),
            _("Check its name, or whether it was moved."),
        )
    if isinstance(error, PermissionError):
        return DocumentError(
            _("%s may not be read: permission denied.") % readable_name(path),
            _("Allow yourself to read it, or copy it to a folder of yours."),
        )
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return DocumentError(
            _("%s is a link that leads back to itself.") % readable_name(path),
            _("Drop the file that it was meant for."),
        )
    reason = getattr(error, "strerror", None) or str(error)
    return DocumentError(
        _("%(name)s cannot be read: %(reason)s.") % {"name": readable_name(path), "reason": reason},
        _("Copy it to this computer's disk and try again."),
    )


def _not_a_document(path: Path, head: bytes) -> DocumentError:
    if not head:
        return DocumentError(
            _("%s is empty.") % readable_name(path), _("Save or download it again.")
        )
    known = description(path, head)
    if known is None and path.suffix.lower() in SUFFIXES:
        return DocumentError(
            _("%s is named like a document, but its content is not one.") % readable_name(path),
            _("It may be damaged: save or download it again."),
        )
    if known is None:
        return DocumentError(
            _("%s is not a kind of document that can be read.") % readable_name(path),
            _("PDF, JPEG, PNG, HEIC, TIFF, WebP, AVIF and GIF can; export it as PDF."),
        )
    kind, remedy = known
    return DocumentError(
        _("%(name)s is %(kind)s.") % {"name": readable_name(path), "kind": kind}, remedy
    )

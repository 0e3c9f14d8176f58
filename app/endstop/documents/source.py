"""What a dropped file is, and what an opened document holds."""

import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

# Control characters, lone surrogates, line and paragraph separators.
_UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
# "invoice<U+202E>fdp.exe" would read as a PDF.
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class Format(StrEnum):
    """The kinds of file that become pages, recognised by content."""

    PDF = "pdf"
    PNG = "png"
    JPEG = "jpeg"
    WEBP = "webp"
    GIF = "gif"
    BMP = "bmp"
    TIFF = "tiff"
    AVIF = "avif"
    HEIF = "heif"
    JPEG_2000 = "jpeg2000"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was recognised as a document; `size` in bytes."""

    path: Path
    format: Format
    size: int

    @property
    def name(self) -> str:
        """The file's name as a person reads it."""
        return readable_name(self.path)


@dataclass(frozen=True, slots=True)
class Document:
    """A source file that was opened: it has `page_count` pages (frames, for an image).

    `has_form`: it has form fields to fill in. `notices` are sentences about what is not shown.
    """

    source: SourceFile
    page_count: int
    password: str | None = field(default=None, repr=False)
    has_form: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """One rasterised page: `rgb` holds width * height * 3 bytes, rows from the top, no padding.

    `blank`: there is nothing on it. `notices` are sentences about what is not shown on it.
    """

    number: int
    width: int
    height: int
    rgb: bytes
    blank: bool = False
    notices: tuple[str, ...] = ()


def readable_name(path: Path) -> str:
    """The last part of `path`, fit to be printed.

    Control characters, line breaks, marks that turn the direction of writing and bytes that are
    no text become U+FFFD: names come from strangers.
    """
    name = path.name or str(path)
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if _is_unprintable(letter) else letter for letter in name
    )


def _is_unprintable(letter: str) -> bool:
    return unicodedata.category(letter) in _UNPRINTABLE or letter in _TURNING

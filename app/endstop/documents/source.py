"""What a dropped file is, and what an opened document holds."""

import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Format(StrEnum):
    """The kinds of file that become pages, recognised by content."""

    PDF = "pdf"
    PNG = "png"
    JPEG = "jpeg"
    WEBP = "webp"
    GIF = "gif"
    BMP = "bmp"
    TIFF = "tiff"


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
    """A source file that was opened: it has `page_count` pages (frames, for an image)."""

    source: SourceFile
    page_count: int
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PageImage:
    """One rasterised page: `rgb` holds width * height * 3 bytes, rows from the top, no padding."""

    number: int
    width: int
    height: int
    rgb: bytes


def readable_name(path: Path) -> str:
    """The last part of `path`, fit to be printed.

    Control characters and bytes that are no text become U+FFFD: names come from strangers.
    """
    name = path.name or str(path)
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(letter) in ("Cc", "Cs") else letter
        for letter in name
    )

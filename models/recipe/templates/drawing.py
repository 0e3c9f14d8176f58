"""What a template returns: texts and rules placed on a page of 256 x 352 units.

One unit is one pixel of the page as the model sees it. The origin is the upper left corner; text
sits on its baseline.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from PIL import ImageFont

PAGE_WIDTH = 256
PAGE_HEIGHT = 352
FONT_FOLDER = Path("/usr/share/fonts/truetype")
"""Where Debian's packages fonts-liberation and fonts-dejavu put their files."""

FieldPath = tuple[str, ...] | tuple[str, int, str]
"""``("total",)`` or ``("items", 0, "amount")``: the field whose value a text is."""


class Face(StrEnum):
    """The font files of the pages, relative to ``FONT_FOLDER``."""

    LIBERATION_SANS = "liberation/LiberationSans-Regular.ttf"
    LIBERATION_SANS_BOLD = "liberation/LiberationSans-Bold.ttf"
    DEJAVU_CONDENSED = "dejavu/DejaVuSansCondensed.ttf"
    DEJAVU_CONDENSED_BOLD = "dejavu/DejaVuSansCondensed-Bold.ttf"

    @property
    def path(self) -> Path:
        """Return the font file."""
        return FONT_FOLDER / self.value


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text with its left edge, baseline, face and size in units; ``field`` is None for labels."""

    left: float
    baseline: float
    text: str
    face: Face
    size: float
    field: FieldPath | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """All texts of a page and the heights of its horizontal rules."""

    texts: tuple[PlacedText, ...]
    rules: tuple[float, ...]


@cache
def font_at(face: Face, quarter_pixels: int) -> ImageFont.FreeTypeFont:
    """Return the font at a size given in quarters of a pixel."""
    return ImageFont.truetype(str(face.path), quarter_pixels / 4)


@cache
def advance_at(face: Face, quarter_pixels: int, character: str) -> float:
    """Return how far one character moves the pen, in pixels."""
    return float(font_at(face, quarter_pixels).getlength(character))


class Typesetter:
    """Measures text as drawn at ``scale`` pixels a unit; hinting makes widths depend on it."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def font(self, face: Face, size: float) -> ImageFont.FreeTypeFont:
        """Return the font for a size in units."""
        return font_at(face, round(size * self.scale * 4))

    def width(self, text: str, face: Face, size: float) -> float:
        """Return the width of a text in units."""
        return self.font(face, size).getlength(text) / self.scale

    def advance(self, character: str, face: Face, size: float) -> float:
        """Return the width of a single character in units."""
        return advance_at(face, round(size * self.scale * 4), character) / self.scale

    def fitting_size(
        self, text: str, face: Face, size: float, width: float, smallest: float = 9.0
    ) -> float:
        """Return the size, made smaller in steps of half a unit until the text fits the width."""
        while size > smallest and self.width(text, face, size) > width:
            size -= 0.5
        return size

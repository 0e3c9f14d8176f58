"""Which way up a picture of writing is, by the shape of its lines.

Lines of writing make a page's rows alternate between ink and paper far more than its columns.
And in Latin, Greek and Cyrillic writing more strokes rise above the small letters (capitals,
figures, b, d, l) than hang below the line (g, p, q).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from PIL import Image, ImageChops, ImageFilter

# The picture is looked at so small that a line of print is some ten pixels high.
_LOOKED_AT = 1000
# Ink is darker than what is around it, by so much of 255; that leaves out shades and photos.
_SURROUNDINGS = 12
_DARKER = 40
# The page is looked at in strips, so that it may lie askew a little.
_STRIPS = 8
# How much more rows must alternate than columns, or columns than rows.
_CLEARLY = 1.5
# The rows of a line that hold the small letters have at least this part of its fullest row's ink.
_CORE = 0.5
# The rows between lines have less than this part of the ink of the fullest row.
_PAPER = 0.08
_FEWEST_LINES = 12
_LEANING = 0.15


def turn_of(image: Image.Image) -> int:
    """The degrees clockwise that set the writing on `image` upright: 0 if in doubt."""
    ink = _ink(image)
    lying, standing = _strips(ink), _strips(ink.transpose(Image.Transpose.ROTATE_90))
    across, down = _alternation(lying), _alternation(standing)
    if across > _CLEARLY * down:
        return 180 if _leaning(lying) < -_LEANING else 0
    if down > _CLEARLY * across:
        # Turned by 270 degrees it lies as `standing`.
        leaning = _leaning(standing)
        if abs(leaning) > _LEANING:
            return 270 if leaning > 0 else 90
    return 0


def _ink(image: Image.Image) -> Image.Image:
    """White where `image` is darker than its surroundings, black elsewhere; of a bounded size."""
    small = image.convert("L")
    small.thumbnail((_LOOKED_AT, _LOOKED_AT), Image.Resampling.BOX)
    around = small.filter(ImageFilter.BoxBlur(_SURROUNDINGS))
    darker = ImageChops.subtract(around, small)
    return darker.point([0] * _DARKER + [255] * (256 - _DARKER))


def _strips(ink: Image.Image) -> list[list[float]]:
    """For each of some upright strips, the part of each row that is ink."""
    columns = ink.convert("F").resize((_STRIPS, ink.height), Image.Resampling.BOX)
    values = cast("list[float]", list(columns.get_flattened_data()))
    return [values[strip::_STRIPS] for strip in range(_STRIPS)]


def _alternation(strips: list[list[float]]) -> float:
    """How much the ink changes from row to row, against how much there is."""
    changes = sum((after - before) ** 2 for rows in strips for before, after in pairwise(rows))
    return changes / max(1.0, sum(row**2 for rows in strips for row in rows))


def _leaning(strips: list[list[float]]) -> float:
    """From -1 to 1: how much more ink is above the small letters than below the line."""
    above = below = 0.0
    lines = 0
    for rows in strips:
        for line in _lines(rows):
            fullest = max(line)
            core = [index for index, row in enumerate(line) if row >= _CORE * fullest]
            above += sum(line[: core[0]]) / fullest
            below += sum(line[core[-1] + 1 :]) / fullest
            lines += 1
    if lines < _FEWEST_LINES or above + below == 0:
        return 0.0
    return (above - below) / (above + below)


def _lines(rows: Sequence[float]) -> list[list[float]]:
    """The runs of rows with ink, between rows of paper."""
    paper = _PAPER * max(rows, default=0.0)
    lines: list[list[float]] = [[]]
    for row in rows:
        if row > paper:
            lines[-1].append(row)
        elif lines[-1]:
            lines.append([])
    return [line for line in lines if 4 <= len(line) <= 60]

"""Which way up a picture of writing is, by the shape of its lines.

Lines of writing make a page's rows alternate between ink and paper, and alike all over the page;
its columns alternate too, but in each line in another way. And in Latin, Greek and Cyrillic
writing more strokes rise above the small letters (capitals, figures, b, d, l) than hang below
the line (g, p, q). Writing in capitals or figures alone is left as it is.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import mul
from typing import cast

from PIL import Image, ImageChops, ImageFilter

# The picture is looked at so small that a line of print is some ten pixels high.
_LOOKED_AT = 1000
# Ink is darker than what is around it, by so much of 255; that leaves out shades and photos.
_SURROUNDINGS = 12
_DARKER = 40
# The page is looked at in strips, and may lie askew by so many rows from strip to strip.
_STRIPS = 16
_SKEWS = range(-3, 4)
# How much rows must alternate at least, and how much more than columns, or columns than rows.
_LEAST = 0.05
_CLEARLY = 2.0
# The rows of a line that hold the small letters have at least this part of its fullest row's ink.
_CORE = 0.5
# The rows between lines have less than this part of the ink of the fullest row.
_PAPER = 0.08
# What may be a line, in rows; how many pieces of lines there must be.
_HEIGHTS = range(4, 61)
_FEWEST_LINES = 24
# What is above the small letters, less what is below: against both, and against the letters.
_LEANING = 0.2
_LEANING_OF_ALL = 0.015


def turn_of(image: Image.Image) -> int:
    """The degrees clockwise that set the writing on `image` upright: 0 if in doubt."""
    ink = _ink(image)
    lying, standing = _strips(ink), _strips(ink.transpose(Image.Transpose.ROTATE_90))
    across, down = _alternation(lying), _alternation(standing)
    if across > max(_LEAST, _CLEARLY * down):
        return 180 if _leaning(lying) < 0 else 0
    if down > max(_LEAST, _CLEARLY * across):
        # Turned by 270 degrees it lies as `standing`, by 90 degrees the other way up.
        return {-1: 90, 0: 0, 1: 270}[_leaning(standing)]
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
    """How much the ink changes from row to row, alike in neighbours, against how much there is."""
    changes = [[after - before for before, after in pairwise(rows)] for rows in strips]
    alike = max(sum(_alike(*pair, skew) for pair in pairwise(changes)) for skew in _SKEWS)
    return alike / max(1.0, sum(row**2 for rows in strips for row in rows))


def _alike(one: list[float], other: list[float], skew: int) -> float:
    """How alike two strips change, if the second is `skew` rows lower."""
    if skew < 0:
        return _alike(other, one, -skew)
    products: Iterator[float] = map(mul, one, other[skew:])
    return sum(products)


def _leaning(strips: list[list[float]]) -> int:
    """1 if the lines are upright, -1 if they stand on their heads, 0 if in doubt."""
    above = letters = below = 0.0
    count = 0
    for line in (line for rows in strips for line in _lines(rows)):
        fullest = max(line)
        core = [index for index, row in enumerate(line) if row >= _CORE * fullest]
        above += sum(line[: core[0]]) / fullest
        letters += sum(line[core[0] : core[-1] + 1]) / fullest
        below += sum(line[core[-1] + 1 :]) / fullest
        count += 1
    leaning = above - below
    if count < _FEWEST_LINES or abs(leaning) < _LEANING_OF_ALL * letters:
        return 0
    if abs(leaning) < _LEANING * (above + below):
        return 0
    return 1 if leaning > 0 else -1


def _lines(rows: Sequence[float]) -> list[list[float]]:
    """The runs of rows with ink, between rows of paper."""
    paper = _PAPER * max(rows, default=0.0)
    lines: list[list[float]] = [[]]
    for row in rows:
        if row > paper:
            lines[-1].append(row)
        elif lines[-1]:
            lines.append([])
    return [line for line in lines if len(line) in _HEIGHTS]

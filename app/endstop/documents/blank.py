"""Pages with nothing on them: a model that must answer invents text for them."""

from typing import cast

from PIL import Image

# What the grain of a scan and the shadow of its edges stay under, of 255.
_MOST_CONTRAST = 24
# Neighbours are averaged over so many pixels, which takes the grain out and leaves a letter in.
_CELL = 2
# The part of each side that is not looked at: scanners leave a shadow there.
_MARGIN = 0.02


def is_blank(image: Image.Image) -> bool:
    """Whether the RGB `image` is of one colour throughout, but for the grain of a scan."""
    width, height = image.size
    across, down = int(width * _MARGIN), int(height * _MARGIN)
    inner = (across, down, width - across, height - down)
    extrema = image.reduce(_CELL, inner).getextrema()
    bands = cast("tuple[tuple[int, int], ...]", extrema)
    return all(brightest - darkest <= _MOST_CONTRAST for darkest, brightest in bands)

"""Pages with nothing on them: a model that must answer invents text for them."""

from typing import cast

from PIL import Image

# What the grain of a scan and the shadow of its edges stay under, of 255.
_MOST_CONTRAST = 24
# Neighbours are averaged over so many pixels, which takes the grain out and leaves a letter in.
_CELL = 2
# The part of each side that is not looked at: scanners leave a shadow there.
_MARGIN = 0.02
# Looked at from the top, so many rows at a time: most pages soon show that they are not blank.
_ROWS = 128


def is_blank(image: Image.Image) -> bool:
    """Whether the RGB `image` is of one colour throughout, but for the grain of a scan."""
    width, height = image.size
    across, down = int(width * _MARGIN), int(height * _MARGIN)
    darkest, brightest = [255] * 3, [0] * 3
    for top in range(down, height - down, _ROWS):
        slab = (across, top, width - across, min(top + _ROWS, height - down))
        extrema = image.reduce(_CELL, slab).getextrema()
        bands = cast("tuple[tuple[int, int], ...]", extrema)
        darkest = [min(low, band[0]) for low, band in zip(darkest, bands, strict=True)]
        brightest = [max(high, band[1]) for high, band in zip(brightest, bands, strict=True)]
        if any(high - low > _MOST_CONTRAST for low, high in zip(darkest, brightest, strict=True)):
            return False
    return True

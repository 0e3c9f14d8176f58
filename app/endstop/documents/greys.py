"""Greys of more than eight bits, scaled as an image viewer would."""

import math
from typing import cast

from PIL import Image, ImageChops

# What a white sample may be in an image whose samples are wider than 8 bits.
_WHITES = (255.0, 1_023.0, 4_095.0, 16_383.0, 65_535.0, 4_294_967_295.0)

# TIFF 6.0, section 8.
_BITS_PER_SAMPLE = 258
_PHOTOMETRIC = 262
_WHITE_IS_ZERO = 0
_FULL_BITS = 16


def is_wide_grey(image: Image.Image) -> bool:
    """Whether the samples of `image` are greys of 16 or 32 bits, or floats."""
    return image.mode.startswith("I") or image.mode == "F"


def eight_bits(image: Image.Image) -> Image.Image:
    """Wide greys as RGB; the grey that is declared transparent becomes white.

    White is what the file says that its samples hold at most; if it says nothing, the smallest
    usual white that holds the brightest sample, for cameras and scanners put 10, 12 or 14 bits
    into 16. Floats below 1 are fractions.
    """
    wide = image if image.mode == "F" else image.convert("I")
    white = _declared_white(image) or _brightest_white(wide)
    grey = wide.point(lambda sample: sample * (255 / white)).convert("L")
    if _tiff_tag(image, _PHOTOMETRIC) == _WHITE_IS_ZERO and image.mode.startswith("I;16"):
        grey = ImageChops.invert(grey)  # Pillow 13.0 does so for 8 bits only
    clear = image.info.get("transparency")
    if isinstance(clear, int):
        grey.paste(255, mask=_equal(wide, clear))
    return grey.convert("RGB")


def _equal(wide: Image.Image, sample: int) -> Image.Image:
    """A mask of the pixels that have this sample."""
    above = wide.point(lambda value: value * 1 + -sample).convert("L")
    below = wide.point(lambda value: value * -1 + sample).convert("L")
    return ImageChops.lighter(above, below).point([255] + [0] * 255)


def _declared_white(image: Image.Image) -> float | None:
    """The white sample of an image that says that it has fewer than 16 bits, None for others."""
    bits = _tiff_tag(image, _BITS_PER_SAMPLE)
    return float((1 << bits) - 1) if bits and bits < _FULL_BITS else None


def _tiff_tag(image: Image.Image, number: int) -> int | None:
    """A number that the header of a TIFF holds, None for other images."""
    value = getattr(image, "tag_v2", {}).get(number)
    first = value[0] if isinstance(value, tuple) and value else value
    return first if isinstance(first, int) else None


def _brightest_white(image: Image.Image) -> float:
    """The smallest usual white that holds the brightest sample there is."""
    _darkest, brightest = cast("tuple[float, float]", image.getextrema())
    whites = (1.0, *_WHITES) if image.mode == "F" else _WHITES
    if not math.isfinite(brightest):
        return 1.0
    return next((white for white in whites if brightest <= white), brightest)

"""Pixels of any kind as RGB on white paper."""

from typing import cast

from PIL import Image

# What a white sample may be in an image whose samples are wider than 8 bits.
_WHITES = (255.0, 65_535.0, 4_294_967_295.0)


def on_white(image: Image.Image) -> Image.Image:
    """`image` as RGB, whatever its mode; what is transparent becomes white.

    No copy is made that is not needed: it may take a gigabyte.
    """
    if image.mode.startswith("I") or image.mode == "F":
        return _eight_bits(image).convert("RGB")
    if not image.has_transparency_data:
        return image if image.mode == "RGB" else image.convert("RGB")
    layers = image if image.mode == "RGBA" else image.convert("RGBA")
    paper = Image.new("RGB", layers.size, "white")
    paper.paste(layers, mask=layers.getchannel("A"))
    return paper


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey samples of 16 or 32 bits, or floats, scaled to 8 bits; floats below 1 are fractions."""
    wide = image if image.mode == "F" else image.convert("I")
    white = 65_535.0 if image.mode.startswith("I;16") else _white(wide)
    return wide.point(lambda sample: sample * (255 / white)).convert("L")


def _white(image: Image.Image) -> float:
    """The sample that is white: the smallest usual one that holds the brightest sample there is."""
    _darkest, brightest = cast("tuple[float, float]", image.getextrema())
    whites = (1.0, *_WHITES) if image.mode == "F" else _WHITES
    return next((white for white in whites if brightest <= white), brightest)

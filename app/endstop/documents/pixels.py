"""Pixels of any kind as RGB on white paper."""

from typing import cast

from PIL import Image, ImageChops, ImageCms

from endstop.documents.greys import eight_bits, is_wide_grey


def on_white(image: Image.Image) -> Image.Image:
    """`image` as RGB, whatever its mode; what is transparent becomes white.

    No copy is made that is not needed: it may take a gigabyte.
    """
    if is_wide_grey(image):
        return eight_bits(image)
    if image.mode == "LAB":
        return _from_lab(image)
    if image.mode == "CMYK":
        return _adobe_undone(image).convert("RGB")
    if not image.has_transparency_data:
        return image if image.mode == "RGB" else image.convert("RGB")
    layers = image if image.mode == "RGBA" else image.convert("RGBA")
    paper = Image.new("RGB", layers.size, "white")
    paper.paste(layers, mask=layers.getchannel("A"))
    return paper


def _adobe_undone(image: Image.Image) -> Image.Image:
    """CMYK with its inks the right way round.

    Adobe writes the inks of a JPEG inverted, and says so in a marker. Pillow takes every JPEG of
    four inks for one of Adobe's (13.0: `rawmode = "CMYK;I"`).
    """
    inverted_in_vain = image.format == "JPEG" and "adobe" not in image.info
    return ImageChops.invert(image) if inverted_in_vain else image


def _from_lab(image: Image.Image) -> Image.Image:
    """CIE L*a*b* as sRGB, which Pillow converts with profiles only."""
    lab, srgb = ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB")
    converted = ImageCms.profileToProfile(image, lab, srgb, outputMode="RGB")
    return cast("Image.Image", converted)

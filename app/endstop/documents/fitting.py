"""From an upright RGB image to the page that a model sees."""

from PIL import Image, ImageChops

from endstop.documents.blank import is_blank
from endstop.documents.sizing import PageSizing
from endstop.documents.source import PageImage
from endstop.translation import _

# A page is rasterised or enlarged to at most this many times the pixels it is then fitted to.
OVERSAMPLING = 4
# A page so much longer than wide is shown, but its writing comes out very small.
LONGEST_SHAPE = 8.0

_TURNS = {
    90: Image.Transpose.ROTATE_270,  # Pillow counts against the clock
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}


def turned(image: Image.Image, rotation: int) -> Image.Image:
    """`image` turned clockwise by 0, 90, 180 or 270 degrees."""
    return image.transpose(_TURNS[rotation]) if rotation else image


def fitted_page(image: Image.Image, number: int, sizing: PageSizing) -> PageImage:
    """Page `number`, resized (LANCZOS, as lift does) onto the grid of `sizing`."""
    notices = _shape_notices(image, number)
    size = sizing.fitted(*image.size)
    if image.size != size:
        image = resized(image, size)
    pixels = image.tobytes()
    return PageImage(number, image.width, image.height, pixels, is_blank(image), notices)


def _shape_notices(image: Image.Image, number: int) -> tuple[str, ...]:
    """What to say of a page that is a long strip."""
    longer, shorter = max(image.size), min(image.size)
    if longer <= LONGEST_SHAPE * shorter:
        return ()
    return (
        _("Page %d is a long strip: it was made so small that its text may be unreadable.")
        % number,
    )


def enlarged(image: Image.Image, sizing: PageSizing) -> Image.Image:
    """`image` brought to the smallest side of `sizing`, as lift does before it fits.

    A strip that would become gigantic goes to its fitted size at once.
    """
    size = enlarged_size(*image.size, sizing)
    return image if size == image.size else resized(image, size)


def enlarged_size(width: int, height: int, sizing: PageSizing) -> tuple[int, int]:
    """The size in pixels to which `enlarged` brings an image of `width` x `height` pixels."""
    size = sizing.enlarged(width, height)
    if size != (width, height) and size[0] * size[1] > OVERSAMPLING * sizing.max_pixels:
        return sizing.fitted(*size)
    return size


def resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """An RGB image at another size, by LANCZOS.

    Pillow resizes each channel by itself, so one channel of a page without colour is enough: the
    pixels are the same and the time is a third.
    """
    red, green, blue = image.split()
    if _same(red, green) and _same(green, blue):
        return red.resize(size, Image.Resampling.LANCZOS).convert("RGB")
    return image.resize(size, Image.Resampling.LANCZOS)


def _same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None

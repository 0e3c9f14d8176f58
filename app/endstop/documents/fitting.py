"""From an upright RGB image to the page that a model sees."""

from PIL import Image

from endstop.documents.sizing import PageSizing
from endstop.documents.source import PageImage

# A page is rasterised or enlarged to at most this many times the pixels it is then fitted to.
OVERSAMPLING = 4


def fitted_page(image: Image.Image, number: int, sizing: PageSizing) -> PageImage:
    """Page `number`, resized (LANCZOS, as lift does) onto the grid of `sizing`."""
    size = sizing.fitted(*image.size)
    if image.size != size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    return PageImage(number, image.width, image.height, image.tobytes())


def enlarged(image: Image.Image, sizing: PageSizing) -> Image.Image:
    """`image` brought to the smallest side of `sizing`, as lift does before it fits.

    A strip that would become gigantic goes to its fitted size at once.
    """
    size = sizing.enlarged(*image.size)
    if size == image.size:
        return image
    if size[0] * size[1] > OVERSAMPLING * sizing.max_pixels:
        size = sizing.fitted(*size)
    return image.resize(size, Image.Resampling.LANCZOS)

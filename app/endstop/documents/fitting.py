"""From an upright RGB image to the page that a model sees."""

from PIL import Image

from endstop.documents.sizing import PageSizing
from endstop.documents.source import PageImage


def fitted_page(image: Image.Image, number: int, sizing: PageSizing) -> PageImage:
    """Page `number`, resized (LANCZOS, as lift does) onto the grid of `sizing`."""
    size = sizing.fitted(*image.size)
    if image.size != size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    return PageImage(number, image.width, image.height, image.tobytes())

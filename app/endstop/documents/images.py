"""Open an image with Pillow and make its frames pages.

Decoders are the part that hostile files attack: use this in the renderer process only.
"""

from typing import cast

from PIL import Image, ImageOps

from endstop.documents.fitting import fitted_page
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Format, PageImage, SourceFile
from endstop.errors import DocumentError
from endstop.translation import _

# Pictures after the first in a JPEG are previews, gain maps or depth, not pages.
_SINGLE_FRAME = (Format.JPEG, Format.BMP)
# What a white pixel may be, for images whose samples are wider than 8 bits.
_WHITES = (255.0, 65_535.0, 4_294_967_295.0)
# An image is enlarged to at most this many times the pixels it is then fitted to.
_OVERSAMPLING = 4


class ImagePages:
    """The frames of an open image; close it, or use it in a `with` block.

    `pixels` is how many pixels a frame may have. Raises DocumentError if it has more, or if
    Pillow cannot read it.
    """

    def __init__(self, source: SourceFile, pixels: int) -> None:
        self._name = source.path.name
        self._pixels = pixels
        try:
            self._image = Image.open(source.path, formats=(source.format.upper(),))
        except Image.DecompressionBombError as error:
            raise self._too_large() from error
        except Exception as error:
            raise self._damaged() from error
        try:
            self._check_size()
            self.page_count = self._count(source.format)
        except BaseException:
            self._image.close()
            raise

    def render(self, number: int, sizing: PageSizing) -> PageImage:
        """Frame `number` (1-based), upright, on white."""
        try:
            self._image.seek(number - 1)
            self._check_size()
            image = on_white(ImageOps.exif_transpose(self._image))
        except DocumentError:
            raise
        except Exception as error:
            raise self._damaged() from error
        return fitted_page(enlarged(image, sizing), number, sizing)

    def close(self) -> None:
        """Give the file back."""
        self._image.close()

    def _count(self, image_format: Format) -> int:
        if image_format in _SINGLE_FRAME:
            return 1
        try:
            return int(getattr(self._image, "n_frames", 1))
        except Exception as error:
            raise self._damaged() from error

    def _check_size(self) -> None:
        if self._image.width * self._image.height > self._pixels:
            raise self._too_large()

    def _too_large(self) -> DocumentError:
        return DocumentError(
            _("%(name)s has more than %(millions)d million pixels.")
            % {"name": self._name, "millions": self._pixels // 1_000_000},
            _("Save it smaller; 300 dots an inch are plenty."),
        )

    def _damaged(self) -> DocumentError:
        return DocumentError(
            _("%s is damaged or incomplete and cannot be read as an image.") % self._name,
            _("Open it in an image viewer; if it shows, save it as PNG and use that."),
        )


def on_white(image: Image.Image) -> Image.Image:
    """`image` as RGB, whatever its mode; what is transparent becomes white."""
    if image.mode.startswith("I") or image.mode == "F":
        return _eight_bits(image).convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    layers = image.convert("RGBA")
    paper = Image.new("RGBA", layers.size, "white")
    return Image.alpha_composite(paper, layers).convert("RGB")


def enlarged(image: Image.Image, sizing: PageSizing) -> Image.Image:
    """`image` brought to the smallest side of `sizing`, as lift does before it fits.

    A strip that would become gigantic goes to its fitted size at once.
    """
    size = sizing.enlarged(*image.size)
    if size[0] * size[1] > _OVERSAMPLING * sizing.max_pixels:
        size = sizing.fitted(*size)
    return image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)


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

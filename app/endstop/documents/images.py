"""Open an image with Pillow and make its frames pages.

Decoders are the part that hostile files attack: use this in the renderer process only.
"""

from typing import BinaryIO

from PIL import ExifTags, Image, ImageOps

from endstop.documents.fitting import enlarged, fitted_page
from endstop.documents.pixels import on_white
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Format, PageImage
from endstop.errors import DocumentError
from endstop.translation import _

# Pictures after the first in a JPEG are previews, gain maps or depth, not pages.
_SINGLE_FRAME = (Format.JPEG, Format.BMP)


class ImagePages:
    """The frames of the image in `stream`, which is closed with it; `name` is for error messages.

    `pixels` is how many pixels a frame may have. Raises DocumentError if it has more, or if
    Pillow cannot read it.
    """

    def __init__(self, stream: BinaryIO, name: str, image_format: Format, pixels: int) -> None:
        self._stream = stream
        self._name = name
        self._pixels = pixels
        try:
            self._image = Image.open(stream, formats=(image_format.upper(),))
            self._check_size()
            self.page_count = 1 if image_format in _SINGLE_FRAME else _frame_count(self._image)
        except Exception as error:  # decoders raise anything
            raise self._explained(error) from error

    def render(self, number: int, sizing: PageSizing) -> PageImage:
        """Frame `number` (1-based), upright, on white."""
        try:
            self._image.seek(number - 1)
            self._check_size()
            self._image.load()
            image = on_white(_upright(self._image))
        except Exception as error:  # decoders raise anything
            raise self._explained(error) from error
        return fitted_page(enlarged(image, sizing), number, sizing)

    def close(self) -> None:
        """Give the file back."""
        self._image.close()
        self._stream.close()

    def _check_size(self) -> None:
        if self._image.width * self._image.height > self._pixels:
            raise Image.DecompressionBombError

    def _explained(self, error: Exception) -> DocumentError:
        """What to tell a person about an error of Pillow."""
        if isinstance(error, Image.DecompressionBombError):
            return DocumentError(
                _("%(name)s has more than %(millions)d million pixels.")
                % {"name": self._name, "millions": self._pixels // 1_000_000},
                _("Save it smaller; 300 dots an inch are plenty."),
            )
        return DocumentError(
            _("%s is damaged or incomplete and cannot be read as an image.") % self._name,
            _("Open it in an image viewer; if it shows, save it as PNG and use that."),
        )


def _upright(image: Image.Image) -> Image.Image:
    """`image` as its EXIF data turn it; itself if they do not, for a copy may be a gigabyte."""
    if image.getexif().get(ExifTags.Base.Orientation, 1) == 1:
        return image
    return ImageOps.exif_transpose(image)


def _frame_count(image: Image.Image) -> int:
    return int(getattr(image, "n_frames", 1))

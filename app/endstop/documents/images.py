"""Open an image with Pillow and make its frames pages.

Decoders are the part that hostile files attack: use this in the renderer process only.
"""

from typing import BinaryIO

from PIL import ExifTags, Image

from endstop.documents.fitting import enlarged, enlarged_size, fitted_page, turned
from endstop.documents.orientation import turn_of
from endstop.documents.pixels import on_white
from endstop.documents.sizing import SIDEWAYS, PageSizing
from endstop.documents.source import Format, PageImage
from endstop.documents.survey import Content, PageSize
from endstop.documents.word import Word
from endstop.errors import DocumentError, PageError
from endstop.translation import _

# Pictures after the first in a JPEG are previews, gain maps or depth, not pages.
_SINGLE_FRAME = (Format.JPEG, Format.BMP, Format.JPEG_2000)

# EXIF 2.32, table 4, tag 274: how to lay a picture so that it is upright.
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# Those of them that swap width and height.
_SWAPPED = (5, 6, 7, 8)


class ImagePages:
    """The frames of the image in `stream`, which is closed with it; `name` is for error messages.

    `pixels` is how many pixels a frame may have. Raises DocumentError if it has more, or if
    Pillow cannot read it.
    """

    has_form = False
    notices: tuple[str, ...] = ()

    def __init__(self, stream: BinaryIO, name: str, image_format: Format, pixels: int) -> None:
        self._stream = stream
        self._name = name
        self._pixels = pixels
        self.page_count = 1
        if image_format is Format.HEIF:
            _learn_heif()
        try:
            self._image = Image.open(stream, formats=(image_format.upper(),))
            if image_format not in _SINGLE_FRAME:
                self.page_count = int(getattr(self._image, "n_frames", 1))
            if self.page_count == 1:
                self._check_size()
        except MemoryError:
            raise
        except Exception as error:  # decoders raise anything
            raise self._explained(error) from error

    def render(
        self, number: int, sizing: PageSizing, rotation: int = 0, _forms: bool = True, /
    ) -> PageImage:
        """Frame `number` (1-based), upright, turned clockwise by `rotation` degrees, on white."""
        image = turned(self._upright_frame(number), rotation)
        return fitted_page(enlarged(image, sizing), number, sizing)

    def words(self, _number: int, _sizing: PageSizing, _rotation: int = 0, /) -> tuple[Word, ...]:
        """An image has no text layer."""
        return ()

    def suggested_rotation(self, number: int, _sizing: PageSizing, /) -> int:
        """The degrees clockwise that set frame `number` upright; 0 if in doubt."""
        return turn_of(self._upright_frame(number))

    def size(self, number: int, sizing: PageSizing, rotation: int = 0, /) -> PageSize | None:
        """The size of the image that `render` gives, from the frame's header; None if it has none.

        Formats that build frames upon one another decode them for it.
        """
        try:
            self._image.seek(number - 1)
            size = self._image.size
            orientation = self._image.getexif().get(ExifTags.Base.Orientation, 1)
        except MemoryError:
            raise
        except Exception:  # decoders raise anything; `render` says what is wrong
            return None
        # Pillow (13.0) swaps the sides of a TIFF itself, as soon as it is opened
        lies = orientation in _SWAPPED and self._image.format != "TIFF"
        if lies != (rotation in SIDEWAYS):
            size = size[::-1]
        return sizing.fitted(*enlarged_size(*size, sizing))

    def content(self, _number: int, /) -> Content:
        """A frame must be decoded to see what is on it."""
        return Content.UNKNOWN

    def close(self) -> None:
        """Give the file back."""
        self._image.close()
        self._stream.close()

    def _upright_frame(self, number: int) -> Image.Image:
        """Frame `number` as RGB, as its EXIF data turn it; no copy that is not needed."""
        try:
            self._image.seek(number - 1)
            self._check_size()
            self._image.load()
            orientation = self._image.getexif().get(ExifTags.Base.Orientation, 1)
            image = on_white(self._image)
            return image.transpose(_UPRIGHT[orientation]) if orientation in _UPRIGHT else image
        except MemoryError:
            raise
        except Exception as error:  # decoders raise anything
            raise self._of_page(error, number) from error

    def _check_size(self) -> None:
        if self._image.width * self._image.height > self._pixels:
            raise Image.DecompressionBombError

    def _of_page(self, error: Exception, number: int) -> PageError:
        """What to tell a person about an error at one frame."""
        explained = self._explained(error)
        if self.page_count == 1 or isinstance(error, Image.DecompressionBombError):
            return PageError(explained.sentence, explained.remedy, number)
        return PageError(
            _("Page %(number)d of %(name)s is damaged and cannot be shown.")
            % {"number": number, "name": self._name},
            explained.remedy,
            number,
        )

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


def _learn_heif() -> None:
    """Have Pillow read HEIF; the library is loaded only when such a file comes."""
    import pi_heif

    pi_heif.register_heif_opener(thumbnails=False)

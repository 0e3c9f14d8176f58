"""Images that came without a file get one, for as long as the window lives."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage

from endstop.documents.recognise import format_of
from endstop.documents.source import Format
from endstop.errors import DocumentError
from endstop.gui.documents.importing.transfer_wording import Origin
from endstop.translation import _

_SUFFIXES = {Format.JPEG: "jpg", Format.HEIF: "heic", Format.JPEG_2000: "jp2"}


class Pictures:
    """Names the files, which lie in a temporary folder that is made when it is needed."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._counts: Counter[Origin] = Counter()

    def next_path(self, picture: bytes | QImage, origin: Origin) -> Path:
        """Where a picture is to be saved, "Pasted image 1.png" for instance."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="endstop-", ignore_cleanup_errors=True)
        self._counts[origin] += 1
        return Path(self._folder.name, f"{self._name(origin)}.{_suffix(picture)}")

    def holds(self, path: Path) -> bool:
        """Whether a file is one of these pictures."""
        return self._folder is not None and path.parent == Path(self._folder.name).resolve()

    def close(self) -> None:
        """Remove the files."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _name(self, origin: Origin) -> str:
        if origin is Origin.PASTED:
            return _("Pasted image {number}").format(number=self._counts[origin])
        return _("Dropped image {number}").format(number=self._counts[origin])


def save(picture: bytes | QImage, path: Path) -> Path:
    """Write a picture: encoded bytes as they are, others as PNG; DocumentError if it fails."""
    try:
        if isinstance(picture, QImage):
            if not picture.save(str(path), "PNG"):  # type: ignore[call-overload]
                raise OSError
        else:
            path.write_bytes(picture)
    except OSError as error:
        raise DocumentError(
            _("{name} cannot be saved to the disk.").format(name=path.name),
            _("Make room on the disk, then try again."),
        ) from error
    return path


def _suffix(picture: bytes | QImage) -> str:
    found = format_of(picture) if isinstance(picture, bytes) else Format.PNG
    return _SUFFIXES.get(found, found.value) if found is not None else Format.PNG.value

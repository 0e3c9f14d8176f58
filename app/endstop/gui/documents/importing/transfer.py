"""What a drag or the clipboard holds, sorted; no widgets."""

import base64
import binascii
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage
from typing_extensions import override

from endstop.documents.recognise import format_of

# Lossless first: a program often offers one picture in several formats.
_PREFERRED = ("image/png", "image/tiff", "image/webp", "image/jpeg")
_HEAD_BYTES = 4096
_LONGEST_TEXT = 200_000
# How Windows, macOS, X11 and Firefox name a file that is only made when it is asked for.
_PROMISES = ("promise", "directsave", "filegroupdescriptor")


class NamedFiles(Sequence[Path]):
    """Paths that are made when they are looked at.

    Ten thousand dropped files would take the better part of a tenth of a second; all but the
    first are looked at by another thread.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = names

    @override
    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, place: int) -> Path: ...

    @overload
    def __getitem__(self, place: slice) -> "NamedFiles": ...

    @override
    def __getitem__(self, place: int | slice) -> "Path | NamedFiles":
        if isinstance(place, slice):
            return NamedFiles(self._names[place])
        return Path(self._names[place])


@dataclass(frozen=True, slots=True)
class Transfer:
    """What was handed over, by kind; most transfers have one.

    `picture` is an image without a file, encoded or not. `addresses` are no files of this
    computer, `missing` paths where there is none. `promised`: a file that is not made yet.
    """

    paths: Sequence[Path] = ()
    picture: bytes | QImage | None = None
    addresses: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    promised: bool = False
    text: bool = False

    @property
    def usable(self) -> bool:
        """Whether something can be added to the list."""
        return bool(self.paths) or self.picture is not None


def may_be_usable(mime: QMimeData) -> bool:
    """Whether files or an image are offered; looks at the names of the formats only."""
    names = mime.formats()
    return mime.hasUrls() or mime.hasImage() or any(name.startswith("image/") for name in names)


def transfer_of(mime: QMimeData) -> Transfer:
    """What is in a drag or on the clipboard: files first, then an image, then text."""
    urls = mime.urls()
    names = [url.toLocalFile() for url in urls]
    others = [url for url, name in zip(urls, names, strict=True) if not name]
    addresses = tuple(url.toDisplayString() for url in others if url.scheme() != "data")
    local = [name for name in names if name and "\0" not in name]
    if local:
        return Transfer(paths=NamedFiles(local), addresses=addresses)
    picture = _picture(mime) or _inline(others)
    if picture is not None:
        return Transfer(picture=picture)
    promised = any(promise in name.lower() for name in mime.formats() for promise in _PROMISES)
    if addresses or promised:
        return Transfer(addresses=addresses, promised=promised)
    return _of_text(mime.text())


def _picture(mime: QMimeData) -> bytes | QImage | None:
    """The image that is offered, as it was encoded if that is a known format."""
    names = [name for name in mime.formats() if name.startswith("image/")]
    for name in sorted(names, key=_preference):
        content = bytes(mime.data(name).data())
        if format_of(content[:_HEAD_BYTES]) is not None:
            return content
    image = mime.imageData() if mime.hasImage() else None
    return image if isinstance(image, QImage) and not image.isNull() else None


def _preference(name: str) -> int:
    return _PREFERRED.index(name) if name in _PREFERRED else len(_PREFERRED)


def _inline(urls: Iterable[QUrl]) -> bytes | None:
    """The image that is written out in a `data:` address (RFC 2397)."""
    for url in urls:
        head, _comma, body = bytes(url.toEncoded().data()).partition(b",")
        content = unquote_to_bytes(body)
        if head.endswith(b";base64"):
            try:
                content = base64.b64decode(content)
            except binascii.Error:
                continue
        if url.scheme() == "data" and format_of(content[:_HEAD_BYTES]) is not None:
            return content
    return None


def _of_text(text: str) -> Transfer:
    """The files whose paths are written in `text`, a line each."""
    lines = [line.strip().strip("\"'") for line in text[:_LONGEST_TEXT].splitlines()]
    written = [path for line in lines if line and (path := _written(line)) is not None]
    paths = tuple(path for path in written if isinstance(path, Path) and _exists(path))
    return Transfer(
        paths=paths,
        addresses=tuple(each for each in written if isinstance(each, str)),
        missing=tuple(
            str(each) for each in written if isinstance(each, Path) and each not in paths
        ),
        text=bool(text.strip()) and not written,
    )


def _written(line: str) -> Path | str | None:
    """The path or the web address that a line is, None if it is neither."""
    if line.startswith(("http://", "https://")):
        return line
    if line.startswith("file:"):
        name = QUrl(line).toLocalFile()
        return Path(name) if name and "\0" not in name else None
    if line.startswith("~/"):
        return Path(line).expanduser()
    path = Path(line)
    return path if path.is_absolute() and "\0" not in line else None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, a folder that may not be entered
        return False

"""What goes through the pipe between the app and the renderer process."""

from dataclasses import dataclass

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.errors import EndstopError


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Open `source` and count its pages; an image may have `pixels` pixels a frame."""

    source: SourceFile
    password: str | None
    pixels: int


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Rasterise page `number` (1-based) of `document`."""

    document: Document
    number: int
    sizing: PageSizing
    pixels: int


Request = OpenRequest | RenderRequest
Answer = Document | PageImage | EndstopError

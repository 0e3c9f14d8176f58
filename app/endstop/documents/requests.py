"""What goes through the pipe between the app and the renderer process."""

from dataclasses import dataclass
from enum import StrEnum

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.documents.word import Word
from endstop.errors import EndstopError


class Wanted(StrEnum):
    """What is asked of a page: its pixels, its words, or the turn that sets it upright."""

    IMAGE = "image"
    WORDS = "words"
    ROTATION = "rotation"


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Open `source` and count its pages; an image may have `pixels` pixels a frame."""

    source: SourceFile
    password: str | None
    pixels: int


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Something of page `number` (1-based) of `document`.

    The page is turned clockwise by `rotation` degrees, one of `sizing.ROTATIONS`. `forms` says
    whether form fields are brought to life first, which shows values without an appearance.
    """

    document: Document
    number: int
    sizing: PageSizing
    pixels: int
    rotation: int = 0
    forms: bool = True
    wanted: Wanted = Wanted.IMAGE


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page, in reading order."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class UprightRotation:
    """The degrees clockwise that set a page upright."""

    degrees: int


Request = OpenRequest | PageRequest
Answer = Document | PageImage | Words | UprightRotation | EndstopError

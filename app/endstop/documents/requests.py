"""What goes through the pipe between the app and the renderer process."""

from dataclasses import dataclass
from enum import StrEnum

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.documents.survey import Content, PageSize
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
class SurveyRequest:
    """What the pages `numbers` (1-based) of `document` are like, told without rasterising them.

    `rotations` are the degrees by which each is turned. The answer is `Sizes`, or `Contents` where
    `contents` says so.
    """

    document: Document
    numbers: tuple[int, ...]
    rotations: tuple[int, ...]
    sizing: PageSizing
    pixels: int
    contents: bool = False


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of each page in pixels; None for a page that has none."""

    sizes: tuple[PageSize | None, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """What each page holds."""

    contents: tuple[Content, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page, in reading order."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class UprightRotation:
    """The degrees clockwise that set a page upright."""

    degrees: int


Request = OpenRequest | PageRequest | SurveyRequest
Answer = Document | PageImage | Words | UprightRotation | Sizes | Contents | EndstopError

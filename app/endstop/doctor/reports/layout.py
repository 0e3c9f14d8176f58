"""Text for a terminal: foreign letters made harmless, lines broken at the width, colours."""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum

_pieces = re.compile(r" +|[\u2e80-\uffef]|[^ \u2e80-\uffef]+")
_CLOSING = "，。、；：？！）》」』”"  # never begin a line


class Colour(StrEnum):
    """What a terminal understands (ECMA-48, SGR)."""

    PLAIN = ""
    BOLD = "1"
    DIM = "2"
    RED = "1;31"
    GREEN = "32"
    YELLOW = "33"
    BLUE = "34"


class Paint:
    """Colours text, or leaves it as it is."""

    def __init__(self, *, coloured: bool) -> None:
        self._coloured = coloured

    def __call__(self, text: str, colour: Colour) -> str:
        """The text in that colour."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self._coloured and colour else text


def harmless(text: str) -> str:
    """The text with whatever could steer a terminal, or cannot be written, spelt as an escape."""
    return "".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text)


def columns(text: str) -> int:
    """How many columns a text takes; letters of East Asian scripts take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, width: int) -> str:
    """The text with spaces up to the width."""
    return text + " " * (width - columns(text))


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines of at most `width` columns, broken at spaces and between ideographs."""
    room = max(20, width - len(indent))
    return [indent + line for part in text.split("\n") for line in _lines(part, room)]


def _lines(text: str, room: int) -> Iterator[str]:
    line = ""
    for piece in _pieces.findall(text):
        if columns(line + piece) > room and line and not piece.isspace() and piece not in _CLOSING:
            yield line.rstrip()
            line = ""
        while len(piece) > room:
            yield piece[:room]
            piece = piece[room:]
        if line or not piece.isspace():
            line += piece
    yield line.rstrip()


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")

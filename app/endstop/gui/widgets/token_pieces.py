"""Tokens as pieces of text to paint, with line breaks where JSON allows them; no Qt.

Compact JSON is one endless line, and an endless line makes a text view slower with every token
(6 ms a token at 6,000 tokens, measured). So breaks are added between members, and hard ones in
a run of text that has none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from endstop.engines.engine import Token

UNSURE_BELOW = 0.5
LONGEST_LINE = 400
FULL_LINE = 36
_PAD = "\N{NO-BREAK SPACE}"


class PieceKind(StrEnum):
    """How a piece is painted."""

    PLAIN = "plain"
    FORCED = "forced"
    UNSURE = "unsure"
    SPECIAL = "special"


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one kind."""

    text: str
    kind: PieceKind


def kind_of(token: Token) -> PieceKind:
    """How a token is painted: a marker, forced by the grammar, unsure, or plain."""
    if token.special:
        return PieceKind.SPECIAL
    if token.forced:
        return PieceKind.FORCED
    return PieceKind.UNSURE if token.probability < UNSURE_BELOW else PieceKind.PLAIN


class PieceMaker:
    """Turns tokens into pieces; keeps its place in the JSON from call to call."""

    def __init__(self) -> None:
        self._column = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._last = ""
        self._owes_break = False

    def pieces(self, tokens: Iterable[Token]) -> Iterator[Piece]:
        """The pieces of these tokens, neighbours of one kind joined."""
        text, kind = "", PieceKind.PLAIN
        for token in tokens:
            piece = self._piece(token)
            if piece.kind is kind and kind is not PieceKind.SPECIAL:
                text += piece.text
                continue
            if text:
                yield Piece(text, kind)
            text, kind = piece.text, piece.kind
        if text:
            yield Piece(text, kind)

    def _piece(self, token: Token) -> Piece:
        kind = kind_of(token)
        if kind is PieceKind.SPECIAL:
            start = "\n" if self._column else ""
            self._column, self._owes_break = 0, True
            return Piece(f"{start}{_PAD}{token.text} {token.id}{_PAD}", kind)
        return Piece("".join(map(self._broken, token.text)), kind)

    def _broken(self, character: str) -> str:
        """The character, after a line break if one is due before it."""
        begins_rows = character == "{" and self._last == "[" and not self._in_string
        due = self._owes_break or begins_rows or self._column >= LONGEST_LINE
        self._owes_break = False
        self._advance(character)
        if character == "\n":
            self._column = 0
            return character
        if due:
            self._column = 1
            return "\n" + character
        self._column += 1
        return character

    def _advance(self, character: str) -> None:
        """Follow the JSON, and owe a break after a comma that ends a member, a row, a full line."""
        if self._in_string:
            if self._escaped:
                self._escaped = False
            elif character == "\\":
                self._escaped = True
            elif character == '"':
                self._in_string = False
        elif character == '"':
            self._in_string = True
        elif character in "{[":
            self._depth += 1
        elif character in "}]":
            self._depth -= 1
        elif character == ",":
            full = self._column >= FULL_LINE
            self._owes_break = full or self._depth <= 1 or self._last in "}]"
        if not character.isspace():
            self._last = character

"""Where each leaf of a JSON answer stands in its text, also of one that was cut."""

import contextlib
import json
import re
from dataclasses import dataclass

from endstop.results.pointers import pointer

_SPACES = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*("?)', re.DOTALL)
# a number, true, false or null, or the beginning of one
_SCALAR = re.compile(r"-?[0-9][0-9.eE+-]*|-|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?")
_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class LeafSpan:
    """A scalar: characters `start` to `end` of the text; `whole` unless the text ends within it."""

    pointer: str
    start: int
    end: int
    whole: bool


def leaf_spans(text: str) -> tuple[LeafSpan, ...]:
    """The scalar leaves in order, as far as the text is JSON."""
    scanner = _Scanner(text)
    with contextlib.suppress(_TextEndsError, RecursionError):
        scanner.value(())
    return tuple(scanner.found)


class _TextEndsError(Exception):
    """The text ends here, or is no JSON from here on."""


class _Scanner:
    """Goes through the text once and notes the leaves."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.found: list[LeafSpan] = []

    def value(self, path: _Path) -> None:
        """Go past the value that begins here."""
        opening = self._next()
        if opening == "{":
            self._members(path)
        elif opening == "[":
            self._items(path)
        else:
            self._leaf(path, is_string=opening == '"')

    def _members(self, path: _Path) -> None:
        self._at += 1
        while self._next() != "}":
            key = _STRING.match(self._text, self._at)
            if key is None or not key[1]:
                raise _TextEndsError
            self._at = key.end()
            self._pass_over(":")
            self.value((*path, json.loads(key[0], strict=False)))
            self._part("}")
        self._at += 1

    def _items(self, path: _Path) -> None:
        self._at += 1
        index = 0
        while self._next() != "]":
            self.value((*path, index))
            self._part("]")
            index += 1
        self._at += 1

    def _leaf(self, path: _Path, *, is_string: bool) -> None:
        found = (_STRING if is_string else _SCALAR).match(self._text, self._at)
        if found is None or not found[0]:
            raise _TextEndsError
        whole = bool(found[1]) if is_string else found.end() < len(self._text)
        self.found.append(LeafSpan(pointer(path), self._at, found.end(), whole))
        self._at = found.end()

    def _part(self, closing: str) -> None:
        """Go past the comma before a next member; the closing bracket is left."""
        if self._next() != closing:
            self._pass_over(",")

    def _pass_over(self, wanted: str) -> None:
        if self._next() != wanted:
            raise _TextEndsError
        self._at += 1

    def _next(self) -> str:
        """The next character that is no space."""
        spaces = _SPACES.match(self._text, self._at)
        self._at = spaces.end() if spaces else self._at
        if self._at >= len(self._text):
            raise _TextEndsError
        return self._text[self._at]

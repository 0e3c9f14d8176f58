"""How a JSON file is written, so that what is added to it looks like the rest."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

_UNIT = "  "  # as transformers writes its files


@dataclass(frozen=True, slots=True)
class Style:
    """A file's spaces: `unit` of indentation, None where all stands on one line.

    `comma` separates members on one line, `colon` a key from its value. `spread_lists`: lists
    take a line an element. `ascii`: other letters are escaped.
    """

    unit: str | None
    newline: str
    colon: str
    comma: str
    spread_lists: bool
    ascii: bool

    @classmethod
    def of(
        cls, text: str, *, gap: str, colon: str, separator: str | None, lists: Sequence[str]
    ) -> Self:
        """The style of a file.

        `gap` stands before its first key, `colon` after it, `separator` between its last two
        members (None if there is but one); `lists` are its lists that hold something.
        """
        colon = ": " if "\n" in colon else colon
        apart = ", " if colon.endswith(" ") else ","
        inline = separator is not None and "\n" not in separator
        lines = "\n" in gap or (separator is not None and not inline)
        return cls(
            unit=_unit(gap, separator) if lines else None,
            newline=_newline(text),
            colon=colon,
            comma=separator if separator is not None and inline else apart,
            spread_lists="\n" in lists[0] if lists else True,
            ascii=_escapes(text),
        )

    @classmethod
    def of_empty(cls, text: str) -> Self:
        """The style for an object that holds nothing yet."""
        return cls(_UNIT, _newline(text), ": ", ", ", spread_lists=True, ascii=_escapes(text))

    def spreads(self, value: Any) -> bool:
        """Whether a value goes over several lines where its neighbours have lines of their own."""
        if self.unit is None or not isinstance(value, dict | list) or not value:
            return False
        return self.spread_lists or isinstance(value, dict)

    def write(self, value: Any, indentation: str, *, lines: bool) -> str:
        """`value` as this file writes it; `indentation` begins the line on which it starts."""
        ascii_only = self.ascii or _has_surrogates(value)
        if not lines:
            separators = (self.comma, self.colon)
            return json.dumps(value, ensure_ascii=ascii_only, separators=separators)
        text = json.dumps(
            value, ensure_ascii=ascii_only, indent=self.unit or "", separators=(",", self.colon)
        )
        return text.replace("\n", self.newline + indentation)


def _unit(gap: str, separator: str | None) -> str:
    """One step of indentation: what stands before a key of the topmost object."""
    line = (gap if "\n" in gap else separator or "").rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _escapes(text: str) -> bool:
    """Whether letters beyond ASCII are escaped in this file."""
    return text.isascii() and "\\u" in text


def _has_surrogates(value: Any) -> bool:
    """Half a surrogate pair can be escaped, but is no text that UTF-8 can hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False

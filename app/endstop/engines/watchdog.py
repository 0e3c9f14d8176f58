"""Sees a runaway while it is written: tokens or phrases that repeat, white space, endless digits.

For each period up to 256 tokens it counts how long the answer has repeated itself at that period:
one comparison of the new token with the last 256, so the time a token is constant. A span that has
come three times and goes on is a runaway, with one exception: equal items of a JSON list. A page
may well hold two hundred equal rows, so one item may repeat 250 times; a cycle of several different
items has no such excuse.
"""

import numpy as np

LONGEST_PERIOD = 256  # tokens
PATIENCE = 60  # tokens that a third repeat may go on
EQUAL_ITEMS = 250  # equal neighbours that a list may hold
LONGEST_NUMBER = 128  # digits in a row
_TOO_LONG = 2 * np.arange(1, LONGEST_PERIOD + 1) + PATIENCE  # tokens repeated, for period 1, 2...


class Watchdog:
    """Fed with every token of one answer."""

    def __init__(self) -> None:
        self._ids = np.full(LONGEST_PERIOD, -1, dtype=np.int64)  # the latest first
        self._repeated = np.zeros(LONGEST_PERIOD, dtype=np.int64)  # tokens, for period 1, 2...
        self._json = _JsonPlace()
        self._digits = 0

    def runs_away(self, token_id: int, text: str) -> bool:
        """Take the next token; whether the answer has become a runaway."""
        self._repeated = np.where(self._ids == token_id, self._repeated + 1, 0)
        self._ids[1:] = self._ids[:-1]
        self._ids[0] = token_id
        self._json.take(text)
        self._digits = self._digits_at_end(text)
        return self._digits > LONGEST_NUMBER or self._repeats()

    def _digits_at_end(self, text: str) -> int:
        """How many digits the answer ends with."""
        trailing = len(text) - len(text.rstrip("0123456789"))
        return self._digits + trailing if trailing == len(text) else trailing

    def _repeats(self) -> bool:
        """Whether some period has come three times and went on beyond what is excused."""
        suspects = self._repeated >= _TOO_LONG
        if not suspects.any():
            return False
        period = int(suspects.argmax()) + 1  # the shortest: its multiples repeat too
        items = self._json.equal_items_in(period)
        return not items or int(self._repeated[period - 1]) * items >= EQUAL_ITEMS * period


class _JsonPlace:
    """Where in a JSON text the answer is: inside a string or not, and which commas part items."""

    def __init__(self) -> None:
        self._in_string = False
        self._escaped = False
        self._open: list[str] = []
        # the latest tokens: their text, and the depths of their commas that part list items
        self._tokens: list[tuple[str, tuple[int, ...]]] = []

    def take(self, text: str) -> None:
        """Take the text of the next token."""
        depths = []
        for character in text:
            if self._in_string:
                self._within_string(character)
            elif character == '"':
                self._in_string = True
            elif character in "{[":
                self._open.append(character)
            elif character in "}]" and self._open:
                self._open.pop()
            elif character == "," and self._open and self._open[-1] == "[":
                depths.append(len(self._open))
        self._tokens.append((text, tuple(depths)))
        del self._tokens[:-LONGEST_PERIOD]

    def equal_items_in(self, period: int) -> int:
        """How many items of a list the last `period` tokens hold; 0 if none or if they differ.

        The outermost list among them counts.
        """
        latest = self._tokens[-period:]
        depths = [depth for _text, commas in latest for depth in commas]
        items = depths.count(min(depths)) if depths else 0
        text = "".join(text for text, _commas in latest)
        return items if items and text == text[: len(text) // items] * items else 0

    def _within_string(self, character: str) -> None:
        if self._escaped:
            self._escaped = False
        elif character == "\\":
            self._escaped = True
        elif character == '"':
            self._in_string = False

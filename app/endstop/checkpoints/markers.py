"""Find the markers in a rendered text: the tokens that structure a conversation."""

import re
from collections.abc import Iterable

# What looks like a marker, for those that the vocabulary lacks (or no vocabulary is there):
# <|end|> <｜User｜> <end_of_turn> </s> <turn|> <|turn> [INST] [/INST] [|user|] [gMASK]
_SHAPE = (
    r"<[|｜][^<>|｜\s][^<>|｜]{0,60}[|｜]?>|</?[A-Za-z_][^<>\s]{0,40}>"
    r"|\[[|/]?[A-Za-z_]{1,30}\|?\]"
)
_SHORTEST = 3  # characters of an added token that counts
_LOOKED_AT = 20_000  # characters at each end of a text


class MarkerScanner:
    """Splits texts at their markers; made for the texts that it is given to look at.

    An added token of the tokenizer is a marker, unless it is a word or white space; so is what
    looks like one. Where several begin at one place, the longest added token counts.
    """

    def __init__(self, texts: Iterable[str], added: Iterable[str]) -> None:
        whole = "\0".join(texts)
        known = [t for t in added if _is_marker(t) and t in whole]
        known.sort(key=len, reverse=True)
        self._pattern = re.compile(f"({'|'.join([*map(re.escape, known), _SHAPE])})")

    def pieces(self, text: str) -> tuple[str, ...]:
        """The markers and the words between them, without white space at their ends."""
        return tuple(piece.strip() for piece in self._pattern.split(_ends(text)) if piece.strip())

    def markers(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """The pieces that are markers."""
        return tuple(piece for piece in pieces if self._pattern.fullmatch(piece))


def _is_marker(token: str) -> bool:
    letters = token.strip()
    return len(letters) >= _SHORTEST and not letters.isalnum()


def _ends(text: str) -> str:
    """The text without the middle of a very long one."""
    if len(text) <= 2 * _LOOKED_AT:
        return text
    return f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"

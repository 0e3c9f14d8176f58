"""Close a half-written answer by its grammar alone: what was written stays, no pass is made.

The shortest sensible ending is taken: strings are closed, absent values become null where the
schema allows it, lists and objects end.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from endstop.engines.grammar import Guide

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LIMIT = 8_000  # tokens of an ending

# What ends things, best first: in a string, and outside of one.
_IN_STRING = ('"',)
_OUTSIDE = ("]", "}", "null", "n", "u", "l", ",", ":", '"', *"10fasetr[{-.")


def closed_text(
    guide: Guide, written: list[int], stop_ids: Collection[int], width: int
) -> str | None:
    """The text of `written`, which the guide has accepted, closed; see `ending`."""
    closing = ending(guide, stop_ids, width)
    return None if closing is None else guide.text(written + closing)


def ending(guide: Guide, stop_ids: Collection[int], width: int) -> list[int] | None:
    """The token ids that complete the answer; None if no ending was found.

    `width` is the vocabulary's size. The guide is used up by it.
    """
    ids: list[int] = []
    while len(ids) < LIMIT:
        forced = guide.forced()
        if not forced:
            allowed = guide.allowed(width)
            if any(allowed[i] for i in stop_ids if i < width):
                return ids
            chosen = _choose(guide, allowed)
            if chosen is None:
                return None
            forced = [chosen]
        guide.accept(forced)
        ids += forced
    return None


def _choose(guide: Guide, allowed: "NDArray[np.bool_]") -> int | None:
    """The token that leads to an end soonest."""
    in_string = all(_is_allowed(guide, text, allowed) for text in ("a", "]", "b"))
    for text in _IN_STRING if in_string else _OUTSIDE:
        if _is_allowed(guide, text, allowed):
            return guide.single_token(text)
    # a pattern, an escape, half a character: the shortest token there is
    candidates = [int(i) for i in allowed.nonzero()[0]]
    return min(candidates, key=lambda i: (guide.length(i), i), default=None)


def _is_allowed(guide: Guide, text: str, allowed: "NDArray[np.bool_]") -> bool:
    token_id = guide.single_token(text)
    return token_id is not None and bool(allowed[token_id])

"""How sure the model was of each value, from the probabilities of its tokens.

A value's confidence is the product of the probabilities that the model gave, before the grammar's
mask, to the tokens that wrote it; tokens that the grammar gave do not count. It is the model's own
probability of writing exactly this value there, given what it had written before. It says nothing
of whether the page says so: a model can be sure and wrong, and a long value is less sure than a
short one. `withheld` is the most probability that the mask took away at one of the tokens: near 1,
the model wanted to write something that the schema forbids.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import prod

from endstop.engines.engine import Token
from endstop.extraction.leaf_spans import leaf_spans


@dataclass(frozen=True, slots=True)
class Confidence:
    """Both numbers run from 0 to 1; `probability` None: every token of the value was given."""

    probability: float | None
    withheld: float


def confidences(tokens: Iterable[Token]) -> dict[str, Confidence]:
    """The confidence of each leaf of the answer, by its pointer."""
    written = _written(tokens)
    ends = list(accumulate(len(run[-1].text) for run in written))
    text = "".join(run[-1].text for run in written)
    found: dict[str, Confidence] = {}
    first = 0
    for span in leaf_spans(text):
        while ends[first] <= span.start:
            first += 1
        last = first
        while last + 1 < len(ends) and ends[last] < span.end:
            last += 1
        asked = [t for run in written[first : last + 1] for t in run if not t.forced]
        found[span.pointer] = Confidence(
            prod(token.probability for token in asked) if asked else None,
            max((token.withheld for token in asked), default=0.0),
        )
    return found


def _written(tokens: Iterable[Token]) -> list[list[Token]]:
    """The tokens in runs that each write some text, which appears with the run's last token.

    A character may be cut into several tokens: all but the last of them have no text. Pieces of a
    character that was never completed wrote nothing.
    """
    runs: list[list[Token]] = []
    pieces: list[Token] = []
    for token in tokens:
        if token.special:
            continue
        pieces.append(token)
        if token.text:
            runs.append(pieces)
            pieces = []
    return runs

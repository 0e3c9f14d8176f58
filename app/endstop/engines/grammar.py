"""A JSON Schema as a grammar that masks tokens, through llguidance.

Separators are fixed: free white space is a way to write for ever, and a model writes best in
its own style.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from endstop.engines.engine import Constraint, Separators
from endstop.errors import GrammarError
from endstop.schemas.relaxed import bounded
from endstop.translation import _

# An indented text breaks lines and no more: at most one break and forty spaces at a time.
_FORMS: dict[Separators, dict[str, Any]] = {
    Separators.COMPACT: {
        "item_separator": ",",
        "key_separator": ":",
        "whitespace_flexible": False,
    },
    Separators.SPACED: {
        "item_separator": ", ",
        "key_separator": ": ",
        "whitespace_flexible": False,
    },
    Separators.INDENTED: {
        "item_separator": ",",
        "key_separator": ": ",
        "whitespace_flexible": True,
        "whitespace_pattern": r"(\n {0,40})?",
    },
}

# What follows this in a message of llguidance is the state of its parser.
_STATE = "\n<state>"
_LONGEST_REASON = 300
_BYTES = 256


def compile_grammar(constraint: Constraint) -> str:
    """The grammar of a constraint in llguidance's own form; GrammarError with its reason."""
    import llguidance

    form = _FORMS[constraint.separators or Separators.SPACED]
    try:
        grammar = llguidance.LLMatcher.grammar_from_json_schema(
            json.dumps(bounded(dict(constraint.schema))), overrides=form
        )
        refused, messages = llguidance.LLMatcher.validate_grammar_with_warnings(grammar, None)
    except ValueError as error:
        refused, messages = True, [str(error)]
    if refused:
        raise _refusal(messages[0])
    _begin(grammar)
    return str(grammar)


def _begin(grammar: str) -> None:
    """Take the first step of an answer: some grammars are sound and have none."""
    Guide(grammar, _bytes_as_tokens()).allowed(_BYTES)


@cache
def _bytes_as_tokens() -> Any:
    import llguidance

    return llguidance.LLTokenizer("byte")


class Guide:
    """Follows one answer through the grammar: which tokens may come next."""

    def __init__(self, grammar: str, vocabulary: Any) -> None:
        """`vocabulary` is an llguidance LLTokenizer whose eos list is the stop set."""
        import llguidance
        import llguidance.numpy

        self._vocabulary = vocabulary
        self._matcher = llguidance.LLMatcher(vocabulary, grammar)
        self._raise_error()
        self._size = vocabulary.vocab_size
        self._bits = llguidance.numpy.allocate_token_bitmask(1, self._size)
        self._fill = llguidance.numpy.fill_next_token_bitmask

    def allowed(self, width: int) -> NDArray[np.bool_]:
        """Which of `width` token ids may come next, shape (width,)."""
        self._fill(self._matcher, self._bits, 0)
        self._raise_error()
        mask = np.zeros(width, dtype=np.bool_)
        bits = np.unpackbits(self._bits.view(np.uint8), bitorder="little")
        known = min(width, self._size)
        mask[:known] = bits[:known]
        return mask

    def forced(self) -> list[int]:
        """The tokens that must come next, whatever the model wants; often none."""
        return list(self._matcher.compute_ff_tokens())

    def accept(self, ids: Iterable[int]) -> None:
        """Go on past tokens that were written."""
        self._matcher.consume_tokens(list(ids))
        self._raise_error()

    def single_token(self, text: str) -> int | None:
        """The token that is exactly this text, None if it takes several."""
        ids = self._vocabulary.tokenize_str(text)
        return int(ids[0]) if len(ids) == 1 else None

    def length(self, token_id: int) -> int:
        """The bytes that a token writes."""
        return len(self._vocabulary.decode_bytes([token_id]))

    def text(self, ids: Iterable[int]) -> str:
        """What tokens write together."""
        return str(self._vocabulary.decode_bytes(list(ids)).decode("utf-8", "replace"))

    def _raise_error(self) -> None:
        """Raise what llguidance noted; it happens with grammars that are too large to follow."""
        if self._matcher.is_error():
            raise _refusal(self._matcher.get_error())


def _refusal(message: str) -> GrammarError:
    """What the user hears when llguidance cannot follow a schema, its reason on one line."""
    reason = " ".join(message.split(_STATE, 1)[0].split())
    if reason.startswith("NoExtension"):
        reason = _("no answer that ends fits it")
    elif re.fullmatch(r"\w*", reason):  # a name out of its code
        reason = _("it is too large or too involved to be followed")
    return GrammarError(
        _("This schema cannot be enforced: {reason}.").format(
            reason=reason[:_LONGEST_REASON].rstrip(".")
        ),
        _("Simplify the schema, or extract without constraint."),
    )

"""Which token closes an assistant turn: found by rendering the chat template.

One conversation is rendered with marked texts; what follows the assistant's text is the turn
end. A template that closes the turn lazily, when the next turn opens, shows it before the next
user's text instead.
"""

from dataclasses import dataclass

from endstop.checkpoints.chat_template import render
from endstop.checkpoints.checkpoint import Checkpoint

_QUESTION, _ANSWER, _NEXT = "zqQUESTIONzq", "zqANSWERzq", "zqNEXTzq"


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What rendering showed: the closing token, and the tokens used inside the turn."""

    id: int
    text: str
    used_inside: frozenset[int]


def find_turn_end(checkpoint: Checkpoint) -> TurnEnd | None:
    """The turn end of the checkpoint's chat template; None if it has none or does not render."""
    template, tokenizer = checkpoint.chat_template, checkpoint.tokenizer
    if template is None or tokenizer is None:
        return None
    added = {t.content: i for i, t in tokenizer.get_added_tokens_decoder().items()}
    turns = [{"role": "user", "content": _QUESTION}, {"role": "assistant", "content": _ANSWER}]
    settings = checkpoint.tokenizer_config
    closed = render(template, settings, turns, must_show=_ANSWER)
    next_turn = {"role": "user", "content": _NEXT}
    followed = render(template, settings, [*turns, next_turn], must_show=_NEXT)
    tail = closed.partition(_ANSWER)[2] or followed.partition(_ANSWER)[2].partition(_NEXT)[0]
    text = _first_token(tail, added)
    if text is None:
        return None
    head = closed.partition(_ANSWER)[0].partition(_QUESTION)[2]
    opening = head.rpartition(text)[2]
    used = frozenset(i for content, i in added.items() if content in opening)
    return TurnEnd(added[text], text, used - {added[text]})


def _first_token(text: str, added: dict[str, int]) -> str | None:
    """The added token that stands first in the text; the longest where several match."""
    found = [(text.find(content), -len(content), content) for content in added if content in text]
    return min(found)[2] if found else None

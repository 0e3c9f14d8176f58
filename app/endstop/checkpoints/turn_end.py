"""How a chat template closes an assistant turn: found by rendering it.

Conversations with marked texts are rendered; what follows the assistant's text are the markers
of the turn end. A template may close a turn lazily, when the next one opens, or not at all, the
next role's marker being the end.
"""

from dataclasses import dataclass
from enum import StrEnum

from endstop.checkpoints.chat_template import render
from endstop.checkpoints.checkpoint import Checkpoint

_QUESTION, _ANSWER, _NEXT = "zqQUESTIONzq", "zqANSWERzq", "zqNEXTzq"


class Closing(StrEnum):
    """How an assistant turn ends."""

    CLOSED = "closed"
    LAZY = "lazy"
    NEXT_ROLE = "next_role"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Marker:
    """A text that closes a turn; `id` None where the tokenizer has no such token."""

    text: str
    id: int | None


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What rendering showed.

    `markers` close an answer, in the order in which they stand; `tool_markers` close a turn that
    calls a tool. `used_inside` are tokens that the template writes within a turn, which thus do
    not end it. `file` holds the template. `why` says in words what was seen, or why nothing was.
    """

    closing: Closing
    markers: tuple[Marker, ...] = ()
    tool_markers: tuple[Marker, ...] = ()
    used_inside: frozenset[int] = frozenset()
    file: str = ""
    why: str = ""

    @property
    def ids(self) -> frozenset[int]:
        """The ids of the markers that the tokenizer knows."""
        return frozenset(marker.id for marker in self.markers if marker.id is not None)


def find_turn_end(checkpoint: Checkpoint) -> TurnEnd:
    """The turn end of the template that runtimes use; closing UNKNOWN where it cannot be told."""
    if not checkpoint.templates:
        return TurnEnd(Closing.UNKNOWN, why="the model has no chat template")
    template = checkpoint.templates[0]
    turns = [{"role": "user", "content": _QUESTION}, {"role": "assistant", "content": _ANSWER}]
    settings = checkpoint.tokenizer_config
    closed = render(template.text, settings, turns, must_show=_ANSWER)
    next_turn = {"role": "user", "content": _NEXT}
    followed = render(template.text, settings, [*turns, next_turn], must_show=_NEXT)
    tail = closed.partition(_ANSWER)[2] or followed.partition(_ANSWER)[2].partition(_NEXT)[0]
    added = checkpoint.added_tokens
    text = _first_token(tail, added)
    if text is None:
        return TurnEnd(Closing.UNKNOWN, file=template.file, why="the template closes no turn")
    head = closed.partition(_ANSWER)[0].partition(_QUESTION)[2]
    opening = head.rpartition(text)[2]
    used = frozenset(i for content, i in added.items() if content in opening)
    marker = Marker(text, added[text])
    return TurnEnd(Closing.CLOSED, (marker,), used_inside=used - {added[text]}, file=template.file)


def _first_token(text: str, added: dict[str, int]) -> str | None:
    """The added token that stands first in the text; the longest where several match."""
    found = [(text.find(content), -len(content), content) for content in added if content in text]
    return min(found)[2] if found else None

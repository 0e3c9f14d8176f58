"""How a chat template closes an assistant turn: found by rendering it.

Conversations with marked texts are rendered; what follows the assistant's text are the markers
of the turn end. A template may close a turn lazily, when the next one opens, or not at all, the
next role's marker being the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.conversations import conversations_for
from endstop.checkpoints.markers import MarkerScanner
from endstop.checkpoints.template_process import Renderings
from endstop.checkpoints.templates import Template
from endstop.checkpoints.turns import Turns
from endstop.translation import _


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
        return TurnEnd(Closing.UNKNOWN, why=_("the model has no chat template"))
    return find_turn_ends(checkpoint)[checkpoint.templates[0]]


def find_turn_ends(checkpoint: Checkpoint) -> dict[Template, TurnEnd]:
    """The turn end of every template, the one that runtimes use first."""
    rendered = zip(checkpoint.templates, checkpoint.renderings(), strict=True)
    return {
        template: _turn_end(checkpoint, template, renderings) for template, renderings in rendered
    }


def _turn_end(checkpoint: Checkpoint, template: Template, renderings: Renderings) -> TurnEnd:
    """What the renderings of one template show."""
    shown = dict(zip(conversations_for(template.text), renderings, strict=True))
    added = checkpoint.added_tokens
    scanner = MarkerScanner((rendering.text for rendering in renderings), added)
    turns = Turns(scanner, shown)
    if turns.refusal is not None:
        return TurnEnd(Closing.UNKNOWN, file=template.file, why=turns.refusal)
    closing, texts = _closing(turns)
    tool_texts = turns.call_closers(texts, lazily=closing is not Closing.CLOSED)
    inside = set(turns.inside) - {*texts, *tool_texts}
    return TurnEnd(
        closing,
        tuple(Marker(text, _id(checkpoint, added, text)) for text in texts),
        tuple(Marker(text, _id(checkpoint, added, text)) for text in tool_texts),
        frozenset(i for text in inside if (i := _id(checkpoint, added, text)) is not None),
        template.file,
        _why(closing, turns),
    )


def _closing(turns: Turns) -> tuple[Closing, tuple[str, ...]]:
    """How an answer is closed, and by which markers."""
    if turns.closers:
        return Closing.CLOSED, turns.closers
    if turns.lazy_closers:
        return Closing.LAZY, turns.lazy_closers
    if turns.next_role:
        return Closing.NEXT_ROLE, turns.next_role[:1]
    return Closing.NONE, ()


def _id(checkpoint: Checkpoint, added: Mapping[str, int], text: str) -> int | None:
    return added[text] if text in added else checkpoint.token_id(text)


def _why(closing: Closing, turns: Turns) -> str:
    """What was seen, in words."""
    match closing:
        case Closing.CLOSED:
            words = _("the template writes {tail} after an answer")
        case Closing.LAZY:
            words = _(
                "the template writes {tail} after the last answer, and closes an earlier one when "
                "the next turn opens: {gap}"
            )
        case Closing.NEXT_ROLE:
            words = _(
                "the template writes {tail} after an answer; what follows it is the marker of the "
                "next turn: {gap}"
            )
        case _:
            words = _("the template writes {tail} after an answer, which holds no marker")
    return words.format(tail=turns.tail_in_words, gap=turns.gap_in_words)

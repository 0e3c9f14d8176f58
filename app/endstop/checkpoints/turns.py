"""Read the renderings of a template: what stands in an assistant turn, and what after it.

Everything is compared piece by piece (markers, and the words between them), never letter by
letter: `<|end|>` and `<|user|>` share their first two letters and nothing else.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property

from endstop.checkpoints.chat_template import Rendering
from endstop.checkpoints.conversations import (
    ANSWER,
    ARGUMENT,
    ARGUMENT_2,
    NEXT,
    QUESTION,
    RESULT,
    THOUGHT,
    Shown,
)
from endstop.checkpoints.markers import MarkerScanner
from endstop.translation import _

_LONGEST_WORDS = 80
Pieces = tuple[str, ...]


class Turns:
    """What the renderings of one template show."""

    def __init__(self, scanner: MarkerScanner, shown: Mapping[Shown, Rendering]) -> None:
        self._scanner = scanner
        self._shown = shown

    @property
    def refusal(self) -> str | None:
        """Why nothing can be seen; None if something can."""
        answer, following = self._shown[Shown.ANSWER], self._shown[Shown.NEXT]
        if answer.text or following.text:
            return None
        return answer.error or _("the template refuses every conversation")

    @cached_property
    def closers(self) -> Pieces:
        """The markers that follow an answer, up to the generation prompt."""
        return _once(self._scanner.markers(self._tail))

    @cached_property
    def lazy_closers(self) -> Pieces:
        """The markers after an answer that precede the next turn's own ones."""
        markers = self._scanner.markers(self._gap)
        before = self._scanner.markers(self._before)
        own = _common_end(markers, before)
        if 1 < own == len(markers) < len(before) and markers[0] not in self._opened:
            own -= 1  # it closes the system's turn, too
        return _once(markers[: len(markers) - own])

    @cached_property
    def next_role(self) -> Pieces:
        """The markers that open the next turn."""
        return self._scanner.markers(self._gap)

    def call_closers(self, closers: Pieces, *, lazily: bool) -> Pieces:
        """The markers that close a turn that calls a tool.

        Those of an answer where they are there. Else the last one that is no syntax of a call
        (which also stands between two calls); `lazily`, the first of the result's turn.
        """
        found = self._closers_of(Shown.CALL, closers)
        if not found and lazily:
            tail = self._after(Shown.CALL, ARGUMENT)
            gap = self._between(Shown.RESULT, ARGUMENT, RESULT)
            found = self._scanner.markers(gap[_common_start(tail, gap) :])[:1]
        if Shown.BUILT_IN in self._shown:
            found = (*found, *self._closers_of(Shown.BUILT_IN, closers))
        return _once(found)

    @cached_property
    def inside(self) -> frozenset[str]:
        """The markers within an assistant turn: after its opening, its end among them."""
        turns = [
            self._opened,
            self._between(Shown.THOUGHT, QUESTION, ANSWER),
            *(self._call(shown) for shown in (Shown.CALL, Shown.BUILT_IN)),
        ]
        rests = [turn[_common_start(turn, self._opening) :] for turn in turns]
        if self._opened:  # a generation prompt may begin the thought
            rests.append(self._opening[_common_start(self._opening, self._opened) :])
        found = {marker for rest in rests for marker in self._scanner.markers(rest)}
        opening = {m for m in self._scanner.markers(self._opened) if _closing_tag(m) in found}
        return frozenset(found | opening)

    @property
    def tail_in_words(self) -> str:
        """The text after an answer, quoted."""
        text = self._text(Shown.ANSWER)
        return _quoted(text.rpartition(ANSWER)[2] if text else "")

    @property
    def gap_in_words(self) -> str:
        """The text between an answer and the next question, quoted."""
        return _quoted(self._text(Shown.NEXT).rpartition(ANSWER)[2].partition(NEXT)[0])

    @cached_property
    def _before(self) -> Pieces:
        """What stands before the first question."""
        text = self._text(Shown.NEXT) or self._text(Shown.ANSWER)
        return self._scanner.pieces(text.partition(QUESTION)[0])

    @cached_property
    def _gap(self) -> Pieces:
        return self._between(Shown.NEXT, ANSWER, NEXT)

    @cached_property
    def _tail(self) -> Pieces:
        """What follows the last answer; of a template that refuses to end there, what closes it."""
        if self._text(Shown.ANSWER):
            return self._without_prompt(self._after(Shown.ANSWER, ANSWER))
        own = _common_end(self._gap, self._before)
        return self._gap[: len(self._gap) - own]

    @cached_property
    def _opened(self) -> Pieces:
        """What stands between a question and its answer."""
        return self._between(Shown.ANSWER, QUESTION, ANSWER)

    @cached_property
    def _asked_prompt(self) -> Pieces:
        """The generation prompt; empty if the template does not write it on demand."""
        without = self._after(Shown.QUESTION, QUESTION)
        prompted = self._after(Shown.PROMPT, QUESTION)
        return prompted[_common_start(without, prompted) :]

    @cached_property
    def _unasked_prompt(self) -> Pieces:
        """The generation prompt of a template that ends with it unasked.

        Then a question is followed by all that precedes an answer, and an answer by something
        else than by what precedes the next question; what both have in common closes the answer,
        up to the marker with which every turn opens.
        """
        after = self._after(Shown.QUESTION, QUESTION)
        tail = self._after(Shown.ANSWER, ANSWER)
        shared = min(len(after), len(self._opened))
        if self._asked_prompt or not self._gap or self._opened[:shared] != after[:shared]:
            return ()
        closed = tail[: _common_start(tail, self._gap)]
        if closed == tail:
            return ()
        opener = next((m for m in self._scanner.markers(self._before) if m in closed[1:]), None)
        prompt = tail[len(closed) if opener is None else closed.index(opener, 1) :]
        return prompt if after[-len(prompt) :] == prompt else ()

    def _without_prompt(self, tail: Pieces) -> Pieces:
        """The tail up to the generation prompt."""
        prompt = self._asked_prompt or self._unasked_prompt
        return tail[: -len(prompt)] if prompt and tail[-len(prompt) :] == prompt else tail

    @cached_property
    def _opening(self) -> Pieces:
        """The end of a question and the opening of an answer, which the runtime writes."""
        if self._asked_prompt or self._unasked_prompt:
            return self._after(Shown.PROMPT, QUESTION)
        known = _common_start(self._opened, self._after(Shown.QUESTION, QUESTION))
        rest = self._opened[known:]
        first = next(iter(self._scanner.markers(rest)), None)
        return self._opened[: known + (0 if first is None else rest.index(first) + 1)]

    def _call(self, shown: Shown) -> Pieces:
        """What follows a question that is answered by a call."""
        tail = self._without_prompt(self._after(shown, ARGUMENT))
        return self._between(shown, QUESTION, ARGUMENT) + tail

    def _closers_of(self, shown: Shown, closers: Pieces) -> Pieces:
        """The closers of a call in one rendering."""
        tail = self._without_prompt(self._after(shown, ARGUMENT))
        markers = self._scanner.markers(tail)
        common = tuple(marker for marker in markers if marker in closers)
        syntax = self._between(Shown.CALLS, ARGUMENT, ARGUMENT_2)
        return common or tuple(marker for marker in markers if marker not in syntax)[-1:]

    def _text(self, shown: Shown) -> str:
        rendering = self._shown.get(shown)
        return rendering.text if rendering else ""

    def _after(self, shown: Shown, mark: str) -> Pieces:
        """What follows the last `mark`; nothing if it does not show."""
        text = self._text(shown)
        return self._scanner.pieces(text.rpartition(mark)[2]) if mark in text else ()

    def _between(self, shown: Shown, start: str, end: str) -> Pieces:
        """What stands between the last `start` and the next `end`."""
        text = self._text(shown).rpartition(start)[2]
        pieces = self._scanner.pieces(text.partition(end)[0]) if end in text else ()
        return tuple(piece for piece in pieces if THOUGHT not in piece)


def _once(texts: Sequence[str]) -> Pieces:
    """The texts without repetitions."""
    return tuple(dict.fromkeys(texts))


def _common_start(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces two texts share at their start."""
    pairs = enumerate(zip(one, other, strict=False))
    shorter = min(len(one), len(other))
    return next((number for number, (a, b) in pairs if a != b), shorter)


def _common_end(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces two texts share at their end."""
    return _common_start(one[::-1], other[::-1])


def _closing_tag(marker: str) -> str:
    """`</think>` for `<think>`."""
    return f"</{marker[1:]}" if marker.startswith("<") else ""


def _quoted(text: str) -> str:
    """A short text in quotation marks, its line ends visible; `nothing` for none."""
    if not text:
        return _("nothing")
    short = text if len(text) <= _LONGEST_WORDS else f"{text[:_LONGEST_WORDS]}…"
    return json.dumps(short, ensure_ascii=False)

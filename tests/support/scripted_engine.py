"""An engine that writes what it is told to: a real Engine, for exact token sequences."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from time import perf_counter

from endstop.engines.engine import (
    Cancelled,
    Decoded,
    Finished,
    Generation,
    ModelDescription,
    Prefilling,
    Statistics,
    Step,
    Token,
    TokenRank,
)
from endstop.engines.room import Room
from endstop.engines.stop import StopReason, StopReport, StopSet, StopToken

STOP = StopToken(258, "<|im_end|>", ("tokenizer_config.json", "chat template"))
STOP_SET = StopSet((STOP,), frozenset({256}), "generation_config.json")
MODEL = ModelDescription("scripted", Path("scripted"), 1_000_000, "scripted", 320, "")


class ScriptedEngine:
    """Writes the answers in turn, a character a token, and ends each with the stop token.

    An answer `None` never ends: it is the letter a, for ever. `before_token` is called with the
    number of the token that comes next; an answer that is an exception is raised.
    """

    def __init__(
        self,
        answers: Sequence[str | Exception | None],
        before_token: Callable[[int], None] | None = None,
        room: Room | None = None,
    ) -> None:
        self._answers = iter(answers)
        self._before_token = before_token or (lambda _number: None)
        self._room = room
        self.generations: list[Generation] = []
        self.closed = False

    @property
    def model(self) -> ModelDescription:
        """The model that runs."""
        return MODEL

    @property
    def stop_set(self) -> StopSet:
        """The ids that end generation."""
        return STOP_SET

    def room(self, prompt: str, max_tokens: int) -> Room | None:
        """What it was made with; None reads any number of pages."""
        return self._room

    def generate(self, generation: Generation, cancelled: Cancelled) -> Iterator[Step]:
        """Run one generation, see the protocol."""
        self.generations.append(generation)
        deadline = generation.deadline()
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        for done in range(0, 101, 50):
            yield Prefilling(done, 100)
        count = 0
        while True:
            if cancelled():
                yield self._finished(StopReport(StopReason.CANCELLED), count)
                return
            if count == generation.max_tokens or perf_counter() >= deadline:
                yield self._finished(StopReport(StopReason.LENGTH), count)
                return
            self._before_token(count)
            if answer is not None and count == len(answer):
                yield Decoded((Token(STOP.id, STOP.text, True, True, 0.99),))
                report = StopReport(
                    StopReason.STOP_TOKEN, STOP.id, STOP.text, STOP.source, patched=True
                )
                yield self._finished(report, count + 1)
                return
            text = "a" if answer is None else answer[count]
            yield Decoded((Token(ord(text), text, False, text in '{}":,', 0.9),))
            count += 1

    def ranks(
        self, generation: Generation, answer: str, ids: Collection[int], cancelled: Cancelled
    ) -> tuple[TokenRank, ...]:
        """The stop token is certain."""
        return (TokenRank(STOP.id, STOP.text, 1.0, 1),)

    def close(self) -> None:
        """Nothing to give back."""
        self.closed = True

    @staticmethod
    def _finished(stop: StopReport, tokens: int) -> Finished:
        return Finished(stop, Statistics(prompt_tokens=100, tokens=tokens, forward_passes=tokens))

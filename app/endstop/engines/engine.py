"""The Engine protocol: whatever can read pages and write tokens."""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from endstop.documents.source import PageImage
from endstop.engines.room import Room
from endstop.engines.stop import StopReport, StopSet


class Separators(StrEnum):
    """The white space a model itself puts into JSON; a foreign style ruins a model."""

    COMPACT = "compact"
    SPACED = "spaced"
    INDENTED = "indented"


@dataclass(frozen=True, slots=True)
class Constraint:
    """What the answer must fit: a JSON Schema, and the style that it is written in.

    `separators` None: the model's own style, which the engine finds out.
    """

    schema: Mapping[str, Any]
    separators: Separators | None = None


@dataclass(frozen=True, slots=True)
class Generation:
    """One question to an engine: pages first, then the prompt.

    `constraint` None means that the answer is free. `stop_set` None means the engine's own.
    `max_tokens` bounds the answer. `max_seconds`, if it is set, bounds the time since `began`, a
    moment of `time.perf_counter`; without that since the engine began.
    """

    pages: Sequence[PageImage]
    prompt: str
    constraint: Constraint | None
    max_tokens: int
    stop_set: StopSet | None = None
    max_seconds: float | None = None
    began: float | None = None

    def deadline(self) -> float:
        """The moment of `time.perf_counter` at which the time is up, as of now."""
        began = perf_counter() if self.began is None else self.began
        return math.inf if self.max_seconds is None else began + self.max_seconds


@dataclass(frozen=True, slots=True)
class Token:
    """One token of the answer.

    `special`: not part of the text (a chat marker). `forced`: the grammar gave it, the model was
    not asked. `probability`: what the model gave it before the grammar's mask, 0 to 1; 1 if forced.
    `withheld`: how much probability the mask took away there, a sign of what else it wanted.
    """

    id: int
    text: str
    special: bool
    forced: bool
    probability: float
    withheld: float = 0.0


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a generation cost; times in seconds. The names are those of the record.

    `separators` is the style that the grammar demanded, None for a free answer.
    """

    prompt_tokens: int = 0
    cached_tokens: int = 0
    tokens: int = 0
    forced_tokens: int = 0
    forward_passes: int = 0
    prefill_s: float = 0.0
    decode_s: float = 0.0
    render_s: float = 0.0
    separators: Separators | None = None


@dataclass(frozen=True, slots=True)
class Prefilling:
    """The model has read `done` of `total` prompt tokens."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Decoded:
    """Tokens that were just written."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The generation is over; always the last step.

    `closed_text`: an answer that was cut, closed by its grammar alone so that it fits the schema.
    """

    stop: StopReport
    statistics: Statistics
    closed_text: str | None = None


Step = Prefilling | Decoded | Finished
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class TokenRank:
    """How likely a token is as the next one: probability 0 to 1; rank 1 is the likeliest."""

    id: int
    text: str
    probability: float
    rank: int


@dataclass(frozen=True, slots=True)
class Loading:
    """Progress of a load: `fraction` runs from 0 to 1 over the stages of `stage`."""

    stage: str
    fraction: float


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """Which model an engine runs: `path` a folder or an address, `size` its weights in bytes."""

    name: str
    path: Path | str
    size: int
    architecture: str
    vocabulary: int
    quantisation: str


class Engine(Protocol):
    """Reads pages, writes tokens. All calls come from the one thread that loaded it."""

    @property
    def model(self) -> ModelDescription:
        """The model that runs."""
        ...

    @property
    def stop_set(self) -> StopSet:
        """The ids that end generation, each with its source."""
        ...

    def room(self, prompt: str, max_tokens: int) -> Room | None:
        """How many pages a generation with these may have; None if only the pages tell.

        Raises ModelError as `generate`.
        """
        ...

    def generate(self, generation: Generation, cancelled: Cancelled) -> Iterator[Step]:
        """Run one generation; the last step is `Finished`, also after a cancel.

        `cancelled` is asked between tokens and between chunks of the prompt. Raises SchemaError
        if the constraint cannot become a grammar, ModelError if the model fails.
        """
        ...

    def ranks(
        self, generation: Generation, answer: str, ids: Collection[int], cancelled: Cancelled
    ) -> tuple[TokenRank, ...]:
        """How likely `ids` are right after `answer`; the likeliest token of all comes first.

        Nothing is written. Raises CancelledError if `cancelled` says so, ModelError as `generate`.
        """
        ...

    def close(self) -> None:
        """Give the model's memory back; the engine cannot be used afterwards."""
        ...

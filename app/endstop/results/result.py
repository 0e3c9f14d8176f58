"""The result of an extraction: text, value, problems, fields, stop report, statistics."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from endstop.documents.source import SourceFile
from endstop.engines.engine import ModelDescription, Statistics
from endstop.engines.stop import StopReason, StopReport
from endstop.schemas.schema import ExtractionSchema


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that keeps a result from being right; `pointer` is an RFC 6901 JSON pointer."""

    pointer: str
    message: str


class FieldState(StrEnum):
    """What is known of one leaf of the value."""

    VALUE = "value"
    NULL = "null"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Field:
    """One leaf of the value: where it is, what it is, how it stands to the schema.

    `confidence` is the model's own probability of writing it, `withheld` what the grammar took
    from it there; see `endstop.extraction.confidence` for what they mean and do not.
    """

    pointer: str
    value: Any
    state: FieldState
    confidence: float | None = None
    withheld: float = 0.0


@dataclass(frozen=True, slots=True)
class Extraction:
    """What came out of one document; complete only if it ended by itself, without problems.

    `notices` are sentences about its pages that a person should know and that are no fault.
    """

    source: SourceFile
    pages: tuple[int, ...]
    schema: ExtractionSchema
    model: ModelDescription
    constrained: bool
    text: str
    value: Any
    problems: tuple[Problem, ...]
    fields: tuple[Field, ...]
    stop: StopReport
    statistics: Statistics
    notices: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the answer ended by itself and fits the schema."""
        ended = self.stop.reason in (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END)
        return ended and not self.problems

    @property
    def path(self) -> Path:
        """The file that was read."""
        return self.source.path

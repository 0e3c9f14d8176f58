"""What is asked for: one document, one schema, and what a user may set for the run."""

from dataclasses import dataclass, field

from endstop.documents.page_ranges import PageRanges
from endstop.documents.source import SourceFile
from endstop.schemas.schema import ExtractionSchema


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may set for a run.

    `pages` None means all of them but blank ones. `constrained` False is the user's explicit
    choice to run without a grammar. `max_tokens` None means the profile's limit, `max_seconds`
    None that the model may take its time. Pages are turned clockwise by `rotation` degrees, one
    of `sizing.ROTATIONS`; `page_rotations` (number, degrees) has the pages that are turned
    otherwise.
    """

    pages: PageRanges | None = None
    password: str | None = None
    constrained: bool = True
    max_tokens: int | None = None
    max_seconds: float | None = None
    rotation: int = 0
    page_rotations: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One document to be extracted with one schema."""

    source: SourceFile
    schema: ExtractionSchema
    options: Options = field(default_factory=Options)

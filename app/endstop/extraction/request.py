"""What is asked for: one document, one schema, and what a user may set for the run."""

from dataclasses import dataclass, field

from endstop.documents.page_ranges import PageRanges
from endstop.documents.source import SourceFile
from endstop.schemas.schema import ExtractionSchema


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may set for a run.

    `pages` None means all of them but blank ones. `constrained` False is the user's explicit
    choice to run without a grammar. `max_tokens` None means the profile's limit. `max_seconds`
    bounds a document from the moment that its turn has come: opening it, its pages, the prompt
    and the answer; what was made ready before is a gift. None means that it may take its time.
    Pages are turned clockwise by `rotation` degrees, one of `sizing.ROTATIONS`;
    `page_rotations` (number, degrees) has the pages that are turned otherwise.
    """

    pages: PageRanges | None = None
    password: str | None = None
    constrained: bool = True
    max_tokens: int | None = None
    max_seconds: float | None = None
    rotation: int = 0
    page_rotations: tuple[tuple[int, int], ...] = ()

    def rotation_of(self, number: int) -> int:
        """By how many degrees clockwise the page `number` is turned."""
        return dict(self.page_rotations).get(number, self.rotation)


@dataclass(frozen=True, slots=True)
class Request:
    """One document to be extracted with one schema."""

    source: SourceFile
    schema: ExtractionSchema
    options: Options = field(default_factory=Options)

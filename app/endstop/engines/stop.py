"""Words for how a generation ends: stop tokens with their sources, and reasons."""

from dataclasses import dataclass
from enum import StrEnum


class StopReason(StrEnum):
    """Why a generation ended; the values are those of the record (DESIGN.md 6)."""

    STOP_TOKEN = "stop_token"
    GRAMMAR_END = "grammar_end"
    LENGTH = "length"
    REPETITION = "repetition"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StopToken:
    """A token id that ends generation, its text, and every source that names it, first wins."""

    id: int
    text: str
    sources: tuple[str, ...]

    @property
    def source(self) -> str:
        """The source that put the token into the stop set."""
        return self.sources[0]


@dataclass(frozen=True, slots=True)
class StopSet:
    """The ids that end generation; `published` are those that the model's files alone list.

    A token of the set that is not published is *patched*: it stops this run although the file
    that runtimes read does not say so.
    """

    tokens: tuple[StopToken, ...]
    published: frozenset[int]
    published_source: str

    @property
    def ids(self) -> frozenset[int]:
        """Every id that ends generation."""
        return frozenset(token.id for token in self.tokens)

    def find(self, token_id: int) -> StopToken | None:
        """The stop token with this id, if it is one."""
        return next((token for token in self.tokens if token.id == token_id), None)

    def is_patched(self, token_id: int) -> bool:
        """Whether the id stops this run although the published list does not name it."""
        return token_id in self.ids and token_id not in self.published

    def restricted_to_files(self) -> "StopSet":
        """The set that a runtime trusting the published list alone would use."""
        kept = tuple(token for token in self.tokens if token.id in self.published)
        return StopSet(kept, self.published, self.published_source)


@dataclass(frozen=True, slots=True)
class StopReport:
    """How one generation ended: the reason, the token if one ended it, and who listed it."""

    reason: StopReason
    id: int | None = None
    text: str | None = None
    source: str | None = None
    patched: bool = False

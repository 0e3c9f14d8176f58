"""What happens during an extraction, as a closed union of events."""

from dataclasses import dataclass

from endstop.engines.engine import Token
from endstop.errors import EndstopError
from endstop.results.result import Extraction


@dataclass(frozen=True, slots=True)
class Rendered:
    """`done` of `total` pages are rasterised."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """All pages the model will see are ready.

    1-based page numbers, and sentences about pages that were left out or are not shown in full.
    """

    pages: tuple[int, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prefilled:
    """The model has read `done` of `total` prompt tokens."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class TokensArrived:
    """The model wrote these tokens."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Completed:
    """The run ended; the extraction says itself whether it is complete."""

    extraction: Extraction


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The user stopped the run; `partial` holds what was there, if the model had begun."""

    partial: Extraction | None


@dataclass(frozen=True, slots=True)
class Failed:
    """The run could not go on."""

    error: EndstopError


Event = Rendered | Prepared | Prefilled | TokensArrived | Completed | Cancelled | Failed

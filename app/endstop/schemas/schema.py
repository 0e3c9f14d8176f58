"""The schema an extraction follows: the user's own words, a name and a title."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ExtractionSchema:
    """A checked JSON Schema; `definition` is the user's, unchanged, as the prompt shows it."""

    name: str
    title: str
    definition: dict[str, Any]

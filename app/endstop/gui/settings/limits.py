"""What a document may take at most, as the user set it; no Qt."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """Limits for the extraction of one document.

    `tokens` None leaves the length of an answer to the model's profile, `seconds` None lets the
    model take its time.
    """

    tokens: int | None = None
    seconds: int | None = None

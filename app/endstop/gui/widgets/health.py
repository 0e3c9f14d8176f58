"""A model's health as one colour; no Qt."""

from enum import StrEnum

from endstop.translation import _


class Health(StrEnum):
    """How healthy a model is; the value is the name of its colour in the theme."""

    UNKNOWN = "disabled"
    GOOD = "good"
    PATCHED = "warn"
    BAD = "bad"


def health_word(health: Health) -> str:
    """The colour in words, for those who do not see it."""
    words = {
        Health.UNKNOWN: _("Health not known"),
        Health.GOOD: _("Healthy"),
        Health.PATCHED: _("Has an error elsewhere, patched here"),
        Health.BAD: _("Has an error"),
    }
    return words[health]

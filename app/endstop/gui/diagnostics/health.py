"""A model's health as one colour; no Qt."""

from enum import StrEnum

from endstop.doctor.finding import Severity
from endstop.gui.diagnostics.examination import Examination
from endstop.translation import _

# Errors that no stop list mends: the turn end never comes, or it has no id to stop at.
_BEYOND_LISTS = frozenset(
    ("EOS011", "EOS012", "EOS030", "EOS031", "EOS034", "EOS041", "EOS071", "EOS072")
)


class Health(StrEnum):
    """The value is the colour's name in the theme."""

    UNKNOWN = "disabled"
    GOOD = "good"
    PATCHED = "warn"
    BAD = "bad"


def health_of(examination: Examination) -> Health:
    """Red where it runs on here too, amber where it does elsewhere, green without an error.

    Grey where the files do not show how a turn ends, and no error is known.
    """
    diagnosis = examination.diagnosis
    ends = diagnosis.subject.turn_end.ids
    if diagnosis.healthy:
        return Health.GOOD if diagnosis.subject.turn_end.markers else Health.UNKNOWN
    errors = {each.code for each in diagnosis.findings if each.severity is Severity.ERROR}
    if errors & _BEYOND_LISTS or not ends & examination.stop_set.ids:
        return Health.BAD
    return Health.PATCHED


def health_word(health: Health) -> str:
    """The colour in words, for those who do not see it."""
    words = {
        Health.UNKNOWN: _("Health not known"),
        Health.GOOD: _("Healthy"),
        Health.PATCHED: _("Has an error elsewhere, patched here"),
        Health.BAD: _("Has an error"),
    }
    return words[health]

"""Every hostile folder, by its name."""

from tests.hostile import code, giants, places, settings, templates, weights
from tests.hostile.case import Case

CASES: tuple[Case, ...] = (
    *code.CASES,
    *places.CASES,
    *giants.CASES,
    *weights.CASES,
    *templates.CASES,
    *settings.CASES,
)

"""What a check module provides: `CHECK = Check("EOS001", "turn-end-missing", run)`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Finding


@dataclass(frozen=True, slots=True)
class Check:
    """A defect that can be found. The module's docstring explains it: what it is, why it hurts,
    an example, the remedy.

    `covered_by` are the codes whose finding, where there is one, says this defect too and mends it
    with the same fix, the weightiest first: one defect is told once. `beyond_stop_lists`: an error
    that no stop list makes harmless, as the turn end never comes or has no id to stop at.
    """

    code: str
    name: str
    run: Callable[[Subject], Iterator[Finding]]
    covered_by: tuple[str, ...] = ()
    beyond_stop_lists: bool = False

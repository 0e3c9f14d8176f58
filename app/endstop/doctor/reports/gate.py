"""Whether a model may pass a gate: a step that publishes what ends with exit code 0.

A gate wants to see that a model stops. That no error was found is not enough: where the files do
not show how a turn ends, or the runtime refuses them, nothing was looked at.
"""

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.facts.base_model import calls_itself_base
from endstop.doctor.facts.generating import writes_no_text
from endstop.doctor.reports.matrix import Stops, matrix

_MOST_REFUSALS = 1  # what one runtime alone does not take is its own limit


def passes(diagnosis: Diagnosis, *, named: bool) -> bool:
    """Whether the model has no error and is shown to stop.

    `named`: the user named the runtime that counts; then the model stops in it. Otherwise it stops
    somewhere and two runtimes or more do not refuse it; and what is not meant to end turns passes:
    a model that writes no text, and one without a template that calls itself a base model.
    """
    if not diagnosis.healthy:
        return False
    answers = [row.stops for row in matrix(diagnosis)]
    if named:
        return all(stops is Stops.YES for stops in answers)
    if ends_no_turns(diagnosis):
        return True
    return Stops.YES in answers and answers.count(Stops.FAILS) <= _MOST_REFUSALS


def ends_no_turns(diagnosis: Diagnosis) -> bool:
    """Whether the model is not meant to end turns."""
    checkpoint = diagnosis.subject.checkpoint
    untaught = not checkpoint.templates and calls_itself_base(checkpoint)
    return untaught or writes_no_text(checkpoint)

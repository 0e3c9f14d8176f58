"""The next role's marker ends the turn, and it is not in the stop list.

What: the template writes nothing after an answer; the marker that opens the next message is
what the model learnt to say at the end. The GLM families do so: `<|user|>` after an answer,
`<|observation|>` after a tool call.

Why it hurts: without these markers in the stop list the model opens the user's turn and goes on to
write it: it asks and answers itself up to the token limit.

Example: generation_config.json lists only `<|endoftext|>` (151329); the model ends its turns with
`<|user|>` (151336).

Remedy: list the markers; they never stand inside an answer.
"""

from collections.abc import Iterator

from endstop.checkpoints.turn_end import Closing
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import (
    consequence,
    unlisted_turn_end,
    wanted_evidence,
)
from endstop.doctor.finding import Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    if subject.turn_end.closing is not Closing.NEXT_ROLE:
        return
    unlisted = unlisted_turn_end(subject)
    if unlisted is None:
        return
    yield Finding(
        "EOS018",
        Severity.ERROR,
        _("The next role's marker ends turns and is not in the stop list"),
        consequence(subject, unlisted),
        unlisted.listed.file,
        (wanted_evidence(unlisted, wanted_list(subject)),),
        list_fix(subject, automatic=True),
    )


CHECK = Check("EOS018", "next-role-not-listed", run)

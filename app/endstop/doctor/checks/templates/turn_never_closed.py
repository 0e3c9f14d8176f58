"""The template never closes a turn with a token.

What: what follows an answer is plain text or nothing, and so is what opens the next turn.

Why it hurts: there is no id to stop at. Unless training added an end that the template does not
show, the model writes the next question itself.

Example: turns separated by a blank line; `### Instruction:` before each question.

Remedy: a stop string at the server: the text that opens the next turn.
"""

from collections.abc import Iterator

from endstop.checkpoints.turn_end import Closing
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.rendered import conversations, history_gap
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    turn_end = subject.turn_end
    if turn_end.closing is not Closing.NONE:
        return
    gap = history_gap(conversations(subject))
    message = _("No token ends a turn: {why}.").format(why=turn_end.why)
    title = _("The template never closes a turn")
    advice = _("Use the text that opens the next turn as a stop string at the server")
    yield Finding(
        "EOS017",
        Severity.WARNING,
        title,
        message,
        turn_end.file,
        (Evidence(_("between an answer and the next question"), gap),),
        Fix(advice, automatic=False),
    )


CHECK = Check("EOS017", "turn-never-closed", run)

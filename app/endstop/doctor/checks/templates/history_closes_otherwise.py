"""An answer in the history is closed with another token than the last one.

What: the template closes the final answer with one token and rewrites it to another once a
next message follows.

Why it hurts: it does not, as long as nobody "repairs" it. The history's token also stands inside
a turn (gpt-oss ends each channel with `<|end|>`), so adding it to the stop list cuts answers
short. In the same way `<|call|>` ends a single call and separates parallel ones; it belongs in
the list.

Example: gpt-oss: `<|return|>` at the end, `<|end|>` in the history.

Remedy: none; leave the list as it is. A remark, to guard against a wrong repair.
"""

from collections.abc import Iterator

from endstop.checkpoints.markers import MarkerScanner
from endstop.checkpoints.turn_end import Closing
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import markers
from endstop.doctor.facts.rendered import conversations, final_tail, history_gap
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    turn_end = subject.turn_end
    if turn_end.closing is not Closing.CLOSED:
        return
    shown = conversations(subject)
    tail, gap = final_tail(shown), history_gap(shown)
    scanner = MarkerScanner((tail, gap), subject.checkpoint.added_tokens)
    final, history = (scanner.markers(scanner.pieces(text)) for text in (tail, gap))
    if not final or not history or set(final) & set(history):
        return
    message = _(
        "{file} closes the last answer with {turn_end} and earlier ones with {other}. That is "
        "meant so: {other} does not belong in the stop list."
    ).format(file=turn_end.file, turn_end=markers(turn_end.markers), other=history[0])
    title = _("Earlier answers are closed with another token")
    evidence = Evidence(_("after an earlier answer"), history[0], final[0])
    yield Finding("EOS019", Severity.INFO, title, message, turn_end.file, (evidence,))


CHECK = Check("EOS019", "history-closes-otherwise", run)

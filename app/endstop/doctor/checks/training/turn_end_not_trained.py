"""The turn end is outside of what training looks at.

What: the template marks the assistant's part for training (`{% generation %}`) and the turn
end stands after the mark; or the folder is a fine-tune whose template closes a turn only when the
next one opens, so the end belongs to the user's message.

Why it hurts: trainers that learn from the assistant's part alone mask the end. The model learns
every word of its answers and not that they end.

Example: `{% generation %}{{ content }}{% endgeneration %}<|im_end|>`.

Remedy: move the turn end into the marked part, or use a training template that writes it; then
train again.

What a trainer was told (`eot_tokens`, whether it appends the end to plain texts) and the training
texts themselves are not in a model folder and cannot be judged here. An error where the template
marks it so; a warning for a fine-tune with such a template, for its trainer may have had another.
"""

import re
from collections.abc import Iterator

from endstop.checkpoints.turn_end import Closing
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.fine_tune import fine_tune_sign
from endstop.doctor.facts.phrases import markers
from endstop.doctor.facts.rendered import conversations_of, final_tail
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _

_END_MARK = "zqMARKEDzq"
_opening = re.compile(r"\{%-?\+?\s*generation\s*[-+]?%\}")
_closing = re.compile(r"\{%-?\+?\s*endgeneration\s*[-+]?%\}")


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    turn_end = subject.turn_end
    if not turn_end.ids:
        return
    if _stands_after_the_mark(subject):
        message = _("{file} writes {turn_end} after the part that is marked for training.").format(
            file=turn_end.file, turn_end=markers(turn_end.markers)
        )
        advice = _("Move {turn_end} before endgeneration and train again")
        yield _finding(subject, Severity.ERROR, message, advice)
        return
    sign = fine_tune_sign(subject.checkpoint)
    if sign and turn_end.closing in (Closing.LAZY, Closing.NEXT_ROLE):
        message = _(
            "{sign} shows a fine-tune, and {file} writes {turn_end} only when the next message "
            "opens: outside of the answer that was trained."
        ).format(sign=sign, file=turn_end.file, turn_end=markers(turn_end.markers))
        advice = _("Train with a template that writes {turn_end} after each answer")
        yield _finding(subject, Severity.WARNING, message, advice)


def _stands_after_the_mark(subject: Subject) -> bool:
    template = subject.checkpoint.templates[0].text if subject.checkpoint.templates else ""
    if not _closing.search(template):
        return False
    shown = conversations_of(subject, _closing.sub(_END_MARK, _opening.sub("", template)))
    inside, mark, after = final_tail(shown).partition(_END_MARK)
    texts = [marker.text for marker in subject.turn_end.markers]
    return bool(mark) and not any(t in inside for t in texts) and any(t in after for t in texts)


def _finding(subject: Subject, severity: Severity, message: str, advice: str) -> Finding:
    shown = markers(subject.turn_end.markers)
    fix = Fix(advice.format(turn_end=shown), automatic=False)
    title = _("Training does not see the turn end")
    evidence = Evidence("chat_template", shown)
    return Finding("EOS041", severity, title, message, subject.turn_end.file, (evidence,), fix)


CHECK = Check("EOS041", "turn-end-not-trained", run, beyond_stop_lists=True)

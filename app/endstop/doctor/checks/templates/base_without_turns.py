"""A base model: that it does not end its turns is to be expected.

What: the folder has no chat template; or it calls itself a base model and only ships the
template of its chat siblings.

Why it hurts: it does not, if one wants a base model. Asked to chat it goes on for ever: it never
saw a turn, and the rows of the chat tokens are often untrained (EOS030).

Example: a `-Base` folder whose ends are all `<|endoftext|>` beside a ChatML template.

Remedy: none; or the instruction-tuned sibling. After a fine-tune write the terminator that was
trained into generation_config.json.

A remark. It stands in for EOS001 where nothing but a base model's template names the turn end.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.base_model import calls_itself_base
from endstop.doctor.facts.generating import generates
from endstop.doctor.facts.phrases import markers
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    if not generates(subject.checkpoint):
        return
    turn_end = subject.turn_end
    if not subject.checkpoint.templates:
        file = ""
        message = _("There is no chat template: in a chat this model does not know when to stop.")
    elif turn_end.ids and calls_itself_base(subject.checkpoint):
        file = turn_end.file
        message = _(
            "The folder calls itself a base model: it may never have learnt {turn_end}, with which "
            "its template ends turns."
        ).format(turn_end=markers(turn_end.markers))
    else:
        return
    yield Finding("EOS023", Severity.INFO, _("A base model does not end turns"), message, file)


CHECK = Check("EOS023", "base-without-turns", run)

"""The template writes special texts that the vocabulary lacks.

What: a text of the form `<|...|>` in a rendered conversation is no token of the tokenizer,
though others of its kind are, or its counterpart is (`<|im_start|>` beside `<|im_end|>`).

Why it hurts: the model was trained on one token and gets half a dozen. It does not see where a
turn begins and answers as if there were no template; often it does not end the turn either.

Example: a template with `<|im_start|>` on a tokenizer that only has `<|im_end|>`.

Remedy: the tokenizer that belongs to the template, or the other way about.

Several older families (Zephyr, TinyLlama) write ALL their role marks as plain text and were
trained so; that is no finding. If the turn end itself is missing, EOS012 says so.
"""

from collections.abc import Iterator

from endstop.checkpoints.conversations import Shown
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.rendered import conversations
from endstop.doctor.facts.special_texts import marked_texts
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _

_COUNTERPARTS = (("start", "end"), ("begin", "end"), ("open", "close"))


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    checkpoint, turn_end = subject.checkpoint, subject.turn_end
    if checkpoint.tokenizer is None:
        return
    written = marked_texts(conversations(subject).get(Shown.NEXT, ""))
    known = [text for text in written if checkpoint.token_id(text) is not None]
    ends = {marker.text for marker in turn_end.markers}
    marks = [text for text in written if text not in ends]
    missing = [text for text in marks if text not in known]
    if all(text in missing for text in marks):  # plain text throughout
        missing = [text for text in missing if _counterparts(text) & set(known)]
    if not missing:
        return
    message = _("{file} writes {texts}, which the tokenizer lacks.").format(
        file=turn_end.file, texts=", ".join(missing)
    )
    title = _("The template writes tokens that do not exist")
    pieces = {
        text: len(checkpoint.tokenizer.encode(text, add_special_tokens=False)) for text in missing
    }
    evidence = tuple(
        Evidence(text, _("{number} tokens").format(number=number), _("1 token"))
        for text, number in pieces.items()
    )
    fix = Fix(_("Use the tokenizer and the template of one and the same model"), automatic=False)
    yield Finding("EOS021", Severity.ERROR, title, message, turn_end.file, evidence, fix)


def _counterparts(text: str) -> set[str]:
    """The texts that would open what this closes, or close what this opens."""
    pairs = [pair for one, other in _COUNTERPARTS for pair in ((one, other), (other, one))]
    return {text.replace(old, new) for old, new in pairs if old in text}


CHECK = Check("EOS021", "unknown-template-texts", run, covered_by=("EOS012",))

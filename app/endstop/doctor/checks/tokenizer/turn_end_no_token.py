"""The text that ends a turn is not one token.

What: the template closes turns with a text that looks like a control token, and the
tokenizer cuts it into pieces.

Why it hurts: a stop list holds ids of single tokens, so no list can name this end. If the model
was trained with this tokenizer it says the pieces one by one and no runtime that compares ids
stops.

Example: a ChatML template on a vocabulary without `<|im_end|>`: the text becomes six tokens.

Remedy: if the model was trained so, a stop string at the server; else the tokenizer or the
template of the right model. Files cannot add a token that the weights have no row for.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model, if no marker of its turn end is a token."""
    turn_end, tokenizer = subject.turn_end, subject.checkpoint.tokenizer
    if tokenizer is None or not turn_end.markers or turn_end.ids:
        return
    text = turn_end.markers[-1].text
    pieces = tokenizer.encode(text, add_special_tokens=False).tokens
    message = _(
        "{file} ends turns with {text}, which this tokenizer writes as {number} tokens: no stop "
        "list can name it."
    ).format(file=turn_end.file, text=text, number=len(pieces))
    title = _("The turn end is not one token")
    advice = Fix(_("Use {text} as a stop string at the server").format(text=text), automatic=False)
    evidence = Evidence(text, pieces, 1)
    yield Finding("EOS012", Severity.ERROR, title, message, turn_end.file, (evidence,), advice)


CHECK = Check("EOS012", "turn-end-no-token", run, beyond_stop_lists=True)

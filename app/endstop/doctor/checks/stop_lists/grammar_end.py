"""The tokenizer's eos_token is not the turn end, and a grammar may accept nothing else.

What: the turn end is listed, and the tokenizer's eos_token is another token.

Why it hurts: when output is bound to a grammar (JSON, tool calls), some runtimes allow the
tokenizer's eos_token alone at the end. The token with which the model would end is masked; it goes
on with white space, or with the same call again.

Example: generation_config.json lists 1, 106 and 50, the tokenizer's eos_token is `<eos>` (1),
turns end with `<turn|>` (106).

Remedy: give the runtime's grammar all the ids. A remark: several makers publish their models so,
and whether a runtime's grammar does this does not show in files.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import TOKENIZER_CONFIG, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import markers, token
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import trusted_list
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    ids = subject.turn_end.ids
    named, listed = tokenizer_end(subject.checkpoint), trusted_list(subject)
    if not named.ids or listed is None or not ids & set(listed.ids) or ids & set(named.ids):
        return
    message = _(
        "eos_token is {eos}, turns end with {turn_end}: a grammar that accepts eos_token alone "
        "never lets an answer end."
    ).format(eos=token(subject, named.ids[0]), turn_end=markers(subject.turn_end.markers))
    title = _("A grammar may not let the turn end")
    wanted = [marker.text for marker in subject.turn_end.markers]
    evidence = Evidence(named.key, named.value, wanted)
    yield Finding("EOS064", Severity.INFO, title, message, TOKENIZER_CONFIG, (evidence,))


CHECK = Check("EOS064", "grammar-end", run)

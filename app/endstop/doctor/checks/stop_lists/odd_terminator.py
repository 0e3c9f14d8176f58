"""The files name an odd end: the model may have learnt another than its template.

What: the list of ends holds the unknown token or the beginning-of-text token, and neither
the turn end nor the tokenizer's eos_token.

Why it hurts: nobody means these as ends, but some models were trained so by mistake and really end
their answers with them. Whoever "mends" the list to the standard end makes such a model endless.

Example: eos_token_id 0, `<unk>`, where `</s>` is 2; the model's makers say that it ends with 0.

Remedy: keep both, and let the probe tell (it lays a finished answer before the model and asks what
comes next). Files alone cannot say what a model learnt: a remark.
"""

from collections.abc import Iterator

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import place, token
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import trusted_list
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the list that runtimes trust first, if it names nothing usual."""
    checkpoint = subject.checkpoint
    usual = subject.turn_end.ids | set(tokenizer_end(checkpoint).ids)
    names = (token_content(checkpoint.tokenizer_config.get(n)) for n in ("unk_token", "bos_token"))
    odd = {checkpoint.token_id(text) for text in names if text} - usual
    listed = trusted_list(subject)
    if listed is None or not usual or usual & set(listed.ids):
        return
    found = next((token_id for token_id in listed.ids if token_id in odd), None)
    if found is None:
        return
    message = _(
        "{place} names {token} as an end, which is none by its name. If the model learnt it, "
        "removing it makes it endless: keep both, and probe."
    ).format(place=place(listed), token=token(subject, found))
    evidence = Evidence(listed.key, listed.value, wanted_list(subject, also=[found]))
    title = _("The files name an odd end")
    fix = list_fix(subject, automatic=False, also=[found])
    yield Finding("EOS042", Severity.INFO, title, message, listed.file, (evidence,), fix)


CHECK = Check("EOS042", "odd-terminator", run)

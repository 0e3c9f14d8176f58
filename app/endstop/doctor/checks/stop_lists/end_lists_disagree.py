"""Two files name different ends, and neither list contains the other.

What: generation_config.json, config.json and the tokenizer's eos_token should name the same
ends, or one more than the other. Here each names an id that another does not know.

Why it hurts: one of them is stale. A runtime stops at what its file names; after a conversion or a
merge it may be the wrong one, and an id that only exists in one list is easily lost.

Example: config.json says 163584 and 163586, generation_config.json says 163585.

Remedy: the union in generation_config.json, if both are right. Look first: after a yes only.

A warning if generation_config.json and config.json disagree, a remark if only the tokenizer's
eos_token is in no list. EOS001, EOS018 and EOS060, which say that a runtime does not stop, have
the same fix and cover this.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import ListedEnds, id_lists, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import place, tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the first pair that disagrees."""
    own, *others = id_lists(subject.checkpoint)
    config = next((listed for listed in others if listed.ids), None)
    tokenizer = tokenizer_end(subject.checkpoint)
    usable = set(wanted_list(subject))
    if config and _disagree(own, config, usable):
        yield _finding(subject, Severity.WARNING, own, config)
        return
    trusted = own if own.ids else config
    if trusted and _disagree(trusted, tokenizer, usable):
        yield _finding(subject, Severity.INFO, trusted, tokenizer)


def _disagree(one: ListedEnds, other: ListedEnds, usable: set[int]) -> bool:
    """Whether each names an end that the other lacks; what is no token of the model is none."""
    first, second = usable & set(one.ids), usable & set(other.ids)
    return bool(first and second) and not (first <= second or second <= first)


def _finding(subject: Subject, severity: Severity, one: ListedEnds, other: ListedEnds) -> Finding:
    message = _("{one} names {ends}; {other} names {others}.").format(
        one=place(one),
        ends=tokens(subject, one.ids),
        other=place(other),
        others=tokens(subject, other.ids),
    )
    evidence = Evidence(one.key, one.value, wanted_list(subject))
    fix = list_fix(subject, automatic=False)
    title = _("The files name different ends")
    return Finding("EOS005", severity, title, message, one.file, (evidence,), fix)


CHECK = Check("EOS005", "end-lists-disagree", run, covered_by=("EOS001", "EOS018", "EOS060"))

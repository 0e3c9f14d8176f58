"""Transformers gets no end at all.

What: generation_config.json is there and its eos_token_id is missing, null or empty; or
neither it nor config.json names an end.

Why it hurts: transformers takes generation_config.json INSTEAD of config.json, so an id in
config.json does not count, and it never asks the tokenizer. Without an id it has no stopping
criterion for ends: each answer runs to the length limit, while runtimes that ask the tokenizer
stop. Source: transformers 5.24, `GenerationConfig.from_pretrained`, `_get_stopping_criteria`.

Example: `{"_from_model_config": true, "transformers_version": "4.57.6"}` beside a config.json with
`"eos_token_id": 2`.

Remedy: write the ids into generation_config.json.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import GENERATION_CONFIG, id_lists, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.generating import generates
from endstop.doctor.facts.phrases import place, tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model, if transformers counts among the runtimes."""
    stop_set = subject.stop_sets.get(RuntimeName.TRANSFORMERS)
    if stop_set is None or stop_set.ids != frozenset():
        return
    checkpoint = subject.checkpoint
    file, value = checkpoint.json_file(GENERATION_CONFIG), id_lists(checkpoint)[0].value
    if not generates(checkpoint) or value not in (None, []):  # what is neither is EOS006
        return
    if stop_set.refuses and value is None:  # for another reason
        return
    if file.exists and not file.error:
        what = _("generation_config.json names no end, and transformers reads nothing else.")
    else:
        what = _("Neither generation_config.json nor config.json names an end.")
    effect = stop_set.why if stop_set.refuses else _("It will run to the length limit.")
    evidence = Evidence("eos_token_id", value, wanted_list(subject))
    yield Finding(
        "EOS003",
        Severity.ERROR,
        _("transformers gets no end at all"),
        " ".join((what, effect, *_elsewhere(subject))),
        GENERATION_CONFIG,
        (evidence,),
        list_fix(subject, automatic=True),
    )


def _elsewhere(subject: Subject) -> Iterator[str]:
    """Where an end is named that transformers does not see."""
    places = (*id_lists(subject.checkpoint), tokenizer_end(subject.checkpoint))
    named = next((listed for listed in places if listed.ids), None)
    if named is not None:
        yield _("{place} names {ids}, but that does not count there.").format(
            place=place(named), ids=tokens(subject, named.ids)
        )


CHECK = Check("EOS003", "no-end-for-transformers", run, covered_by=("EOS001", "EOS018"))

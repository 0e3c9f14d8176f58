"""The turn end stands in one place only.

What: of generation_config.json, config.json and tokenizer_config.json one names the turn end
and the others name something else.

Why it hurts: a runtime that reads one of the others does not stop. Which runtimes those are
changes with their versions: mlx-lm before 0.32 lets the lists replace the tokenizer's eos_token,
mlx-vlm before 0.3.10 does not read generation_config.json at all.

Example: generation_config.json says `<|endoftext|>`, the tokenizer's eos_token is `<|im_end|>`:
vLLM stops, a transformers pipeline does not.

Remedy: name it in generation_config.json, and where it stands there alone in config.json too.

A warning where a runtime that Endstop knows does not stop, else a remark. EOS001, EOS018 and
EOS060 name those runtimes and have the same fix, so they cover this.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import CONFIG, GENERATION_CONFIG, ListedEnds, id_lists
from endstop.checkpoints.listed_ends import tokenizer_end as tokenizer_end_of
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import markers, place, shortened, tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import deaf_runtimes
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    places = (*id_lists(subject.checkpoint), tokenizer_end_of(subject.checkpoint))
    naming = [listed for listed in places if listed.ids]
    holding = [listed for listed in naming if subject.turn_end.ids & set(listed.ids)]
    lacking = [listed for listed in naming if listed not in holding]
    if len(holding) != 1 or not lacking:
        return
    others = "; ".join(f"{place(one)}: {tokens(subject, one.ids)}" for one in lacking)
    message = _(
        "Only {place} names {turn_end}, which ends turns. Readers of the others stop at something "
        "else ({others})."
    ).format(place=place(holding[0]), turn_end=markers(subject.turn_end.markers), others=others)
    severity = Severity.WARNING if deaf_runtimes(subject) else Severity.INFO
    wanted = wanted_list(subject)
    evidence = tuple(Evidence(one.key, one.value, wanted) for one in lacking)
    yield Finding(
        "EOS002",
        severity,
        _("The turn end stands in one place only"),
        message,
        lacking[0].file,
        evidence[:1],
        _fix(subject, holding[0], wanted),
    )


def _fix(subject: Subject, holding: ListedEnds, wanted: list[int]) -> Fix:
    if holding.file != GENERATION_CONFIG:
        return list_fix(subject, automatic=True)
    title = _("Set eos_token_id of config.json to {ids} as well").format(ids=shortened(wanted))
    edits = (JsonEdit(CONFIG, ("eos_token_id",), wanted),)
    return Fix(title, automatic=False, edits=edits)


CHECK = Check("EOS002", "turn-end-listed-once", run, covered_by=("EOS001", "EOS018", "EOS060"))

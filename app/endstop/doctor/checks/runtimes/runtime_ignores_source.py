"""The turn end is named where some runtime does not look.

What: one version of a runtime stops and an older one does not; or the list has the turn end
and a runtime does not read that list: Text Generation Inference ignores an id that is no list,
mlx-lm before 0.32 and mlx-vlm before 0.7 let the list replace the tokenizer's eos_token.

Why it hurts: the folder works for its maker and runs on for others, who are told to update.

Example: `"eos_token_id": 106` as a number beside a tokenizer whose eos_token is `<eos>` (1).

Remedy: make the files robust: a list with the turn end in generation_config.json is read by all.

A warning; a remark where only llama.cpp fails, whose conversion takes one id from the tokenizer
and knows others by name. Runtimes that Endstop does not know, older versions and what a server is
told on its command line do not show in files. EOS001, EOS018, EOS003, EOS006 and EOS014 have the
same fix and cover this.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import GENERATION_CONFIG
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import markers, place, runtimes
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import deaf_runtimes, trusted_list
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.translation import _

_VERSIONS = (
    (RuntimeName.MLX_LM_0_31, RuntimeName.MLX_LM),
    (RuntimeName.MLX_VLM_0_6, RuntimeName.MLX_VLM),
)


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    deaf, listed = deaf_runtimes(subject), trusted_list(subject)
    if listed is None or not deaf:
        return
    mended = [new for old, new in _VERSIONS if old in deaf and subject.stops_in(new)]
    if not subject.turn_end.ids & set(listed.ids) and not mended:
        return
    message = _("{place} names the end {turn_end}, but {runtimes} will not stop.").format(
        place=place(listed) if subject.turn_end.ids & set(listed.ids) else _("The tokenizer"),
        turn_end=markers(subject.turn_end.markers),
        runtimes=runtimes(deaf),
    )
    if mended:
        rest = _("{runtimes} will.").format(runtimes=runtimes(mended))
        message = f"{message} {rest}"
    found = subject.checkpoint.generation_config.get("eos_token_id")
    wanted = wanted_list(subject)
    yield Finding(
        "EOS060",
        Severity.INFO if set(deaf) == {RuntimeName.LLAMA_CPP} else Severity.WARNING,
        _("Some runtimes do not look where the turn end is named"),
        message,
        GENERATION_CONFIG,
        (Evidence("eos_token_id", found, wanted),),
        None if found == wanted else _fix(subject, deaf),
    )


def _fix(subject: Subject, deaf: tuple[RuntimeName, ...]) -> Fix:
    if set(deaf) == {RuntimeName.LLAMA_CPP}:
        return Fix(_("Set the end-of-turn id in the GGUF file after conversion"), automatic=False)
    return list_fix(subject, automatic=True)


CHECK = Check(
    "EOS060",
    "runtime-ignores-source",
    run,
    covered_by=("EOS001", "EOS018", "EOS003", "EOS006", "EOS014"),
)

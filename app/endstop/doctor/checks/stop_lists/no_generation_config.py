"""There is no generation_config.json.

What: the file that most runtimes read for ends is missing, so each falls back to something
of its own: config.json, its text_config, the default of the model's class, the tokenizer.

Why it hurts: the fallbacks differ. transformers looks into config.json, then text_config; mlx-lm
looks at the top of config.json only; Text Generation Inference asks the tokenizer. A quantised
copy that lost this file may run on where the original stopped.

Example: a quantised folder with config.json, tokenizer and weights only.

Remedy: a generation_config.json that lists the ends.

A remark as long as every fallback is right; a warning where the end stands in text_config alone
and a runtime does not stop (EOS014, which covers this, as do EOS001, EOS003 and EOS018).
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import GENERATION_CONFIG, id_lists, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.generating import generates
from endstop.doctor.facts.phrases import place, tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import deaf_runtimes
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the folder of a model."""
    checkpoint = subject.checkpoint
    if checkpoint.json_file(GENERATION_CONFIG).exists or not generates(checkpoint):
        return
    places = (*id_lists(checkpoint), tokenizer_end(checkpoint))
    named = next((listed for listed in places if listed.ids), None)
    if named is None:
        rest = _("No other file names an end: runtimes use what they have built in, or nothing.")
    else:
        rest = _("Runtimes fall back to {place} ({ids}), each in its own way.").format(
            place=place(named), ids=tokens(subject, named.ids)
        )
    nested_only = named is not None and len(named.path) > 1 and deaf_runtimes(subject)
    yield Finding(
        "EOS004",
        Severity.WARNING if nested_only else Severity.INFO,
        _("There is no generation_config.json"),
        rest,
        GENERATION_CONFIG,
        (Evidence("eos_token_id", None, wanted_list(subject)),),
        list_fix(subject, automatic=True),
    )


CHECK = Check(
    "EOS004",
    "no-generation-config",
    run,
    covered_by=("EOS001", "EOS018", "EOS003", "EOS014"),
)

"""Only the text_config of config.json lists an end.

What: a multimodal model's config.json keeps eos_token_id in its text part; the top level and
generation_config.json have none.

Why it hurts: mlx-lm, Ollama's MLX runner and older transformers look at the top level alone and
find nothing; only some classes of mlx-vlm copy the value up.

Example: `{"model_type": "qwen3_5", "text_config": {"eos_token_id": 248046}}` and no
generation_config.json.

Remedy: list it in generation_config.json.

A warning where a runtime does not stop, else a remark. EOS001 and EOS018 (the list lacks the turn
end besides) and EOS003 (transformers sees none either) have the same fix and cover this.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import id_lists
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import runtimes, tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import deaf_runtimes
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    *upper, nested = id_lists(subject.checkpoint)
    if len(nested.path) < 2 or not nested.ids or any(listed.ids for listed in upper):
        return
    deaf = deaf_runtimes(subject)
    message = _("Only text_config of config.json lists an end ({ids}).").format(
        ids=tokens(subject, nested.ids)
    )
    if deaf:
        rest = _("{runtimes} will not stop.").format(runtimes=runtimes(deaf))
        message = f"{message} {rest}"
    yield Finding(
        "EOS014",
        Severity.WARNING if deaf else Severity.INFO,
        _("Only text_config lists an end"),
        message,
        nested.file,
        (Evidence("eos_token_id", upper[-1].value, wanted_list(subject)),),
        list_fix(subject, automatic=True),
    )


CHECK = Check("EOS014", "end-in-text-config-only", run, covered_by=("EOS001", "EOS018", "EOS003"))

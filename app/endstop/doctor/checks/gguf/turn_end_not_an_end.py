"""The GGUF file's turn end does not end generation in llama.cpp.

What: llama.cpp stops at its end-of-generation tokens: some twenty texts that it knows, and the ids
that the metadata gives as eos, eot and eom. The turn end of the chat template is none of them.

Why it hurts: llama.cpp and all that is built on it (Ollama, LM Studio, KoboldCpp) run on after the
answer, into a made-up next turn.

Example: GLM-4, whose turns end with <|user|>: only an eot id in the metadata makes it an end.

Remedy: give the turn end as eot_token_id.
"""

from collections.abc import Iterator

from endstop.checkpoints.gguf_file import special_id_key
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import GgufEnds, gguf_ends
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, GgufEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding where no marker of the turn end is an end."""
    seen = gguf_ends(subject)
    if seen is None or not seen.turn_end or seen.ends.keys() & set(seen.turn_end.values()):
        return
    token_id = next(iter(seen.turn_end.values()))
    name = seen.name(token_id)
    yield Finding(
        "EOS050",
        Severity.ERROR,
        _("{token} does not end generation in llama.cpp").format(token=name),
        _(
            "The template of {file} ends turns with {token}. llama.cpp does not know that text as "
            "an end, and eos, eot and eom of the metadata name others: it stops at {ends} alone."
        ).format(
            file=seen.file,
            token=name,
            ends=", ".join(map(seen.name, sorted(seen.ends))) or _("nothing"),
        ),
        seen.file,
        (
            Evidence(special_id_key("eos"), seen.gguf.special_id("eos")),
            Evidence(special_id_key("eot"), seen.gguf.special_id("eot"), token_id),
        ),
        _fix(seen, token_id),
    )


def _fix(seen: GgufEnds, token_id: int) -> Fix:
    edits: tuple[GgufEdit, ...] = seen.setting("eot", token_id) or seen.setting("eos", token_id)
    if edits:
        title = _("Set {key} to {id}").format(key=edits[0].key, id=token_id)
        return Fix(title, automatic=True, edits=edits)
    key = special_id_key("eot")
    return Fix(
        _(
            "Convert again with {key} = {id}, or run llama.cpp with --override-kv {key}=int:{id}"
        ).format(key=key, id=token_id),
        automatic=False,
    )


CHECK = Check("EOS050", "gguf-turn-end-not-an-end", run)

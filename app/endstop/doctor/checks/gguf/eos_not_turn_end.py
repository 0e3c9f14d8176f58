"""The GGUF file's eos is not its turn end: only readers that know more than eos will stop.

What: llama.cpp stops at the turn end because it knows the text, but eos_token_id names another
token and eot and eom do not name it either.

Why it hurts: readers that take eos alone (converters, older loaders, bindings that ask for it) run
past the end of the turn.

Example: a ChatML fine-tune of a base model whose eos is still <|endoftext|>.

Remedy: make the turn end eos. The old eos still ends generation, llama.cpp knowing its text too.
"""

from collections.abc import Iterator

from endstop.checkpoints.gguf_file import special_id_key
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import gguf_ends
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding where the metadata names no marker of the turn end."""
    seen = gguf_ends(subject)
    if seen is None:
        return
    eos, markers = seen.gguf.special_id("eos"), set(seen.turn_end.values())
    named = {seen.gguf.special_id(slot) for slot in ("eos", "eot", "eom")}
    stopping = [token_id for token_id in seen.turn_end.values() if token_id in seen.ends]
    if seen.gguf.text(eos) is None or eos is None or not stopping or named & markers:
        return
    name, key = seen.name(stopping[0]), special_id_key("eos")
    edits = seen.setting("eos", stopping[0])
    yield Finding(
        "EOS053",
        Severity.WARNING,
        _("eos is {eos}, but turns end with {token}").format(eos=seen.name(eos), token=name),
        _(
            "llama.cpp stops at {token} because it knows the text. A reader that takes only eos "
            "from {file} gets {eos} and runs past the end of the turn."
        ).format(token=name, file=seen.file, eos=seen.name(eos)),
        seen.file,
        (Evidence(key, eos, stopping[0]),),
        Fix(
            _("Set {key} to {id}").format(key=key, id=stopping[0]),
            automatic=bool(edits),
            edits=edits,
        ),
    )


CHECK = Check("EOS053", "gguf-eos-not-turn-end", run)

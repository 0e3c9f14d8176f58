"""An ordinary token of a GGUF file ends generation in llama.cpp.

What: llama.cpp takes a token as an end because of its text, or because the metadata names no eos
and the tokenizer's default id stands in; but the token is a normal one, which answers contain.

Why it hurts: the answer breaks off in its middle, at that text.

Example: no eos in a byte-level vocabulary: id 11 counts, which is a comma in most of them; `</s>`
or `[PAD]` as ordinary text.

Remedy: name the right eos; for a text, run with other stop settings or change the token's text.
"""

from collections.abc import Iterator

from endstop.checkpoints.gguf_file import TokenType, special_id_key
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import GgufEnds, gguf_ends
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.doctor.runtimes.llama_cpp_ends import Source
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each ordinary token among the ends."""
    seen = gguf_ends(subject)
    if seen is None:
        return
    unnamed = seen.gguf.special_id("eos") is None
    for token_id, source in sorted(seen.ends.items()):
        if source is Source.DEFAULT and not unnamed:
            continue  # an id outside the vocabulary is a defect of its own
        ordinary = seen.gguf.types[token_id] == TokenType.NORMAL
        if ordinary and source is not Source.METADATA and token_id not in seen.turn_end.values():
            yield _finding(seen, token_id, source)


def _finding(seen: GgufEnds, token_id: int, source: Source) -> Finding:
    name = seen.name(token_id)
    if source is Source.DEFAULT:
        severity = Severity.ERROR
        reason = _("{file} names no eos, so llama.cpp takes its default, {token}")
        advice = _("Convert again with {key}").format(key=special_id_key("eos"))
    else:
        severity = Severity.WARNING
        reason = _("llama.cpp knows the text of {token} in {file} as an end")
        advice = _("Convert again with that token's right type, or stop by other means")
    return Finding(
        "EOS056",
        severity,
        _("The ordinary token {token} ends generation").format(token=name),
        _("{reason}; an answer that contains it breaks off there.").format(
            reason=reason.format(token=name, file=seen.file)
        ),
        seen.file,
        (Evidence(f"tokenizer.ggml.token_type[{token_id}]", int(TokenType.NORMAL)),),
        Fix(advice, automatic=False),
    )


CHECK = Check("EOS056", "gguf-ordinary-end", run)

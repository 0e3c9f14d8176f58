"""The turn end of a GGUF file is not marked as a control token.

What: `tokenizer.ggml.token_type` of the turn end is not CONTROL (3).

Why it hurts: a NORMAL token's text is never matched in a prompt, so the model sees each turn end as
pieces of text; a USER_DEFINED one is matched, but printed at the end of every answer. llama.cpp
overrides the type of the texts that it knows as ends; other readers, and other texts, are not so
lucky.

Example: conversions from a tokenizer.json in which the token has "special": false.

Remedy: change its type to 3. If the original says "special": false too, mend that before the next
conversion.
"""

from collections.abc import Iterator

from endstop.checkpoints.gguf_file import TokenType
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import GgufEnds, gguf_ends
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, GgufEdit, Severity
from endstop.translation import _

_KEY = "tokenizer.ggml.token_type"


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each marker of the turn end."""
    seen = gguf_ends(subject)
    if seen is None:
        return
    for token_id in seen.turn_end.values():
        if seen.gguf.types[token_id] not in (TokenType.CONTROL, TokenType.UNUSED):
            yield _finding(seen, token_id)


def _finding(seen: GgufEnds, token_id: int) -> Finding:
    kind, name = seen.gguf.types[token_id], seen.name(token_id)
    if kind == TokenType.USER_DEFINED:
        effect = _("it is printed at the end of answers")
    else:
        effect = _("readers split it into pieces of text")
    message = _("{token} ends turns, but its type in {file} is {kind}, not 3 (control): {effect}.")
    edit = GgufEdit(seen.file, _KEY, int(TokenType.CONTROL), index=token_id)
    typed = _KEY in seen.gguf.values
    return Finding(
        "EOS052",
        Severity.WARNING,
        _("{token} is no control token").format(token=name),
        message.format(token=name, file=seen.file, kind=_kind(kind), effect=effect),
        seen.file,
        (Evidence(edit.place, kind, edit.value),),
        Fix(
            _("Set {key} to {value}").format(key=edit.place, value=edit.value),
            automatic=typed,
            edits=(edit,) if typed else (),
        ),
    )


def _kind(kind: int) -> str:
    """A type with its name: `1 (normal)`."""
    names = {int(known): known.name.lower().replace("_", " ") for known in TokenType}
    return f"{kind} ({names[kind]})" if kind in names else str(kind)


CHECK = Check("EOS052", "gguf-turn-end-type", run)

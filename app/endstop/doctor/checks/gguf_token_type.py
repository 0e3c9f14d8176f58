"""The turn end of a GGUF file is not marked as a control token.

What: `tokenizer.ggml.token_type` of the turn end is not CONTROL (3).

Why it hurts: a NORMAL token's text is never matched in a prompt, so the model sees each turn end as
pieces of text; a USER_DEFINED one is matched, but printed at the end of every answer. llama.cpp
overrides the type of the texts that it knows as ends; other readers, and other texts, are not so
lucky.

Example: conversions from a tokenizer.json in which the token has "special": false.

Remedy: mark it special in tokenizer.json and convert again.
"""

from collections.abc import Iterator

from endstop.checkpoints.gguf_file import TokenType
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf_ends import gguf_ends
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.doctor.subject import Subject
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each marker of the turn end."""
    seen = gguf_ends(subject)
    for text, token_id in seen.turn_end.items() if seen else ():
        kind = seen.gguf.types[token_id] if seen else TokenType.CONTROL
        if seen is None or kind in (TokenType.CONTROL, TokenType.UNUSED):
            continue
        if kind == TokenType.USER_DEFINED:
            effect = _("it is printed at the end of answers")
        else:
            effect = _("readers split it into pieces of text")
        yield Finding(
            "EOS052",
            Severity.WARNING,
            _("{token} is no control token").format(token=seen.name(token_id)),
            _(
                "{token} ends turns, but its type in {file} is {kind}, not 3 (control): {effect}."
            ).format(token=text, file=seen.file, kind=_kind(kind), effect=effect),
            seen.file,
            (Evidence(f"tokenizer.ggml.token_type[{token_id}]", kind, int(TokenType.CONTROL)),),
            Fix(_("Mark it special in tokenizer.json and convert again"), automatic=False),
        )


def _kind(kind: int) -> str:
    """A type with its name: `1 (normal)`."""
    names = {int(known): known.name.lower().replace("_", " ") for known in TokenType}
    return f"{kind} ({names[kind]})" if kind in names else str(kind)


CHECK = Check("EOS052", "gguf-turn-end-type", run)

"""Special ids of a GGUF file point at nothing.

What: a special id is outside the vocabulary, or its token has no text of its own (`[PAD32000]`,
`<dummy32000>`), or the vocabulary lacks the text with which the template ends turns.

Why it hurts: llama.cpp ignores an id out of range and keeps a default; a token without its text is
never matched, so the model ends its turns unseen, or prints the placeholder.

Example: Mistral fine-tunes whose added tokens were lost in conversion: eos 32000 of 32000 tokens.

Remedy: convert again with the added tokens beside the tokenizer.
"""

import re
from collections.abc import Iterator

from endstop.checkpoints.gguf_file import TokenType, special_id_key
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import GgufEnds, gguf_ends
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _

_ENDS = ("eos", "eot", "eom")
_OTHERS = ("bos", "padding", "unknown", "seperator", "mask")  # the format spells it so
_PLACEHOLDER = re.compile(r"|\[PAD\d+\]|<(?:dummy|unused|pad)_?\d+>", re.IGNORECASE)


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each special id without a token or a text, and for lost markers."""
    seen = gguf_ends(subject)
    if seen is not None:
        yield from _ids(seen)
        yield from _lost_markers(seen)


def _ids(seen: GgufEnds) -> Iterator[Finding]:
    """Special ids without a token, and ends whose token is a placeholder."""
    count = len(seen.gguf.texts)
    for slot in (*_ENDS, *_OTHERS):
        token_id, key = seen.gguf.special_id(slot), special_id_key(slot)
        if token_id is None:
            continue
        if not 0 <= token_id < count:
            severity = Severity.ERROR if slot in _ENDS else Severity.WARNING
            title = _("{key} is outside the vocabulary").format(key=key)
            message = _(
                "{key} is {id}, but the last of the {count:,} tokens is {last}. llama.cpp ignores "
                "it and keeps a default."
            ).format(key=key, id=token_id, count=count, last=count - 1)
            yield _finding(severity, title, message, seen.file, Evidence(key, token_id))
        elif slot in _ENDS and _placeholder(seen, token_id):
            title = _("The text of {key} is missing").format(key=key)
            message = _(
                "{key} is {id}, whose text is the placeholder {text!r}: its own text was lost when "
                "the file was converted."
            ).format(key=key, id=token_id, text=seen.gguf.texts[token_id])
            yield _finding(Severity.ERROR, title, message, seen.file, Evidence(key, token_id))


def _placeholder(seen: GgufEnds, token_id: int) -> bool:
    unused = seen.gguf.types[token_id] == TokenType.UNUSED
    return unused or _PLACEHOLDER.fullmatch(seen.gguf.texts[token_id]) is not None


def _lost_markers(seen: GgufEnds) -> Iterator[Finding]:
    """A template that ends turns with texts of which the vocabulary has none."""
    if not seen.markers or seen.turn_end:
        return
    text = ", ".join(seen.markers)
    title = _("The vocabulary lacks {text}").format(text=text)
    message = _(
        "The template ends turns with {text}, but {file} has no token of that text: it is read "
        "and written in pieces, at which nothing stops."
    ).format(text=text, file=seen.file)
    yield _finding(Severity.ERROR, title, message, seen.file)


def _finding(
    severity: Severity, title: str, message: str, file: str, *evidence: Evidence
) -> Finding:
    fix = Fix(_("Convert the model again, with its added tokens"), automatic=False)
    return Finding("EOS051", severity, title, message, file, evidence, fix)


CHECK = Check("EOS051", "gguf-special-ids", run)

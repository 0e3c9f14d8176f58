"""The files disagree about a token: another id, or another end.

What: a token has one id in tokenizer.json and another in added_tokens.json or in the
added_tokens_decoder of tokenizer_config.json; or special_tokens_map.json names another eos_token
than tokenizer_config.json.

Why it hurts: which of the two a runtime takes depends on the files that it reads. The template's
turn end is encoded as one id and the stop list waits for the other.

Example: `<|im_end|>` is 151645 in tokenizer.json and 151646 in added_tokens.json.

Remedy: make the others follow tokenizer.json, if its ids are those of the weights (else EOS011).
Ids that differ are an error, a differing eos_token is a warning, for tokenizer_config.json wins
wherever both are read.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import TOKENIZER_CONFIG
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _

_ADDED, _MAP = "added_tokens.json", "special_tokens_map.json"
_SHOWN = 4  # conflicts that a message names


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A token, its id in the file that is looked at, and its id in tokenizer.json."""

    text: str
    found: int
    wanted: int


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each file that disagrees."""
    yield from _added_tokens(subject)
    yield from _decoder(subject)
    yield from _eos_texts(subject)


def _added_tokens(subject: Subject) -> Iterator[Finding]:
    conflicts = _conflicts(subject, subject.checkpoint.json_file(_ADDED).content.items())
    if conflicts:
        edits = tuple(JsonEdit(_ADDED, (c.text,), c.wanted) for c in conflicts)
        yield _finding(_ADDED, "", conflicts, edits)


def _decoder(subject: Subject) -> Iterator[Finding]:
    decoder = subject.checkpoint.tokenizer_config.get("added_tokens_decoder")
    if not isinstance(decoder, dict):
        return
    named = [(token_content(entry), key) for key, entry in decoder.items()]
    ids = [(text, int(key)) for text, key in named if key.isascii() and key.isdigit()]
    conflicts = _conflicts(subject, [(text, i) for text, i in ids if i < 2**32])
    if not conflicts:
        return
    right = {str(c.found): str(c.wanted) for c in conflicts}
    renamed = {right.get(key, key): entry for key, entry in decoder.items()}
    edit = JsonEdit(TOKENIZER_CONFIG, ("added_tokens_decoder",), renamed)
    yield _finding(TOKENIZER_CONFIG, "added_tokens_decoder", conflicts, (edit,))


def _conflicts(subject: Subject, named: Iterable[tuple[str, Any]]) -> list[_Conflict]:
    """Where a file gives a token another id than tokenizer.json; what that lacks is no conflict."""
    return [
        _Conflict(text, token_id, right)
        for text, token_id in named
        if type(token_id) is int
        and (right := subject.checkpoint.token_id(text)) is not None
        and right != token_id
    ]


def _finding(
    file: str, key: str, conflicts: list[_Conflict], edits: tuple[JsonEdit, ...]
) -> Finding:
    shown = "; ".join(
        _("{text} is {found}, in tokenizer.json {wanted}").format(
            text=shortened(c.text), found=shortened(c.found), wanted=c.wanted
        )
        for c in conflicts[:_SHOWN]
    )
    more = len(conflicts) - _SHOWN
    message = (
        f"{shown}." if more <= 0 else _("{shown}; and {more} more.").format(shown=shown, more=more)
    )
    prefix = f"{key}." if key else ""
    evidence = tuple(Evidence(prefix + c.text, c.found, c.wanted) for c in conflicts)
    fix = Fix(_("Make {file} follow tokenizer.json").format(file=file), False, edits)
    title = _("A token has two ids")
    return Finding("EOS010", Severity.ERROR, title, message, file, evidence[:_SHOWN], fix)


def _eos_texts(subject: Subject) -> Iterator[Finding]:
    one = token_content(subject.checkpoint.tokenizer_config.get("eos_token"))
    other = token_content(subject.checkpoint.json_file(_MAP).content.get("eos_token"))
    if not one or not other or one == other:
        return
    message = _("eos_token is {other} here and {one} in tokenizer_config.json.").format(
        other=shortened(other), one=shortened(one)
    )
    title = _("Two files name different eos tokens")
    fix = Fix(
        _("Set eos_token of {file} to {text}").format(file=_MAP, text=shortened(one)),
        automatic=False,
        edits=(JsonEdit(_MAP, ("eos_token",), one),),
    )
    evidence = Evidence("eos_token", other, one)
    yield Finding("EOS010", Severity.WARNING, title, message, _MAP, (evidence,), fix)


CHECK = Check("EOS010", "tokens-disagree", run)

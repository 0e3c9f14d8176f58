"""The listed end cannot be what the model says: no such token, an unused one, or 0.

What: the only id that a file lists is beyond the vocabulary, or belongs to a reserved slot
that nothing ever used; or it is the number 0, which some runtimes take for nothing.

Why it hurts: a model cannot emit a token that it has no row for, and does not emit one it never
saw, so generation runs on. A plain 0 is skipped where code asks `if eos_token_id`: mlx-lm then
goes on to config.json (`utils.load`, 0.32.2).

Example: eos_token_id 32000 with tokens 0 to 31999; or 0 where the tokenizer's eos_token is 2.

Remedy: the id of the token that ends turns; if 0 is right, `[0]`, which no runtime skips.

An unknown id beside good ones does no harm and is no finding. An id beyond the vocabulary is an
error, the others are warnings. If the turn end is not listed, or is no token, EOS001, EOS018 or
EOS012 say all of this.
"""

from collections.abc import Iterator

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import (
    GENERATION_CONFIG,
    ListedEnds,
    id_lists,
    tokenizer_end,
)
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import place, shortened, token, tokens
from endstop.doctor.facts.special_texts import is_reserved
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each place that names nothing usable."""
    if subject.checkpoint.tokenizer is None:
        return
    later = _added_later(subject)
    for listed in id_lists(subject.checkpoint):
        texts = {i: subject.checkpoint.token_text(i) or later.get(i) for i in listed.ids}
        if listed.ids and all(text is None for text in texts.values()):
            yield _finding(subject, listed, Severity.ERROR, _unknown(subject, listed), listed.ids)
        elif listed.ids and all(_unused(subject, i, text) for i, text in texts.items()):
            text = _reserved(subject, listed)
            yield _finding(subject, listed, Severity.WARNING, text, listed.ids)
        elif _is_plain_zero(subject, listed):
            yield _finding(subject, listed, Severity.WARNING, _zero(subject, listed))


def _added_later(subject: Subject) -> dict[int, str]:
    """Tokens that transformers adds to tokenizer.json from tokenizer_config.json."""
    decoder = subject.checkpoint.tokenizer_config.get("added_tokens_decoder")
    entries = decoder.items() if isinstance(decoder, dict) else ()
    return {
        int(key): text
        for key, entry in entries
        if key.isascii() and key.isdigit() and len(key) < 10 and (text := token_content(entry))
    }


def _unused(subject: Subject, token_id: int, text: str | None) -> bool:
    return text is not None and is_reserved(text) and token_id not in subject.turn_end.ids


def _is_plain_zero(subject: Subject, listed: ListedEnds) -> bool:
    """0 as a number, which the tokenizer's eos_token does not make up for."""
    is_zero = type(listed.value) is int and listed.value == 0
    return is_zero and 0 not in tokenizer_end(subject.checkpoint).ids


def _unknown(subject: Subject, listed: ListedEnds) -> str:
    tokenizer = subject.checkpoint.tokenizer
    size = tokenizer.get_vocab_size() if tokenizer else 0
    return _("{place} lists {ids}, and no such token exists: the tokenizer has {size}.").format(
        place=place(listed), ids=", ".join(str(i)[:20] for i in listed.ids), size=size
    )


def _reserved(subject: Subject, listed: ListedEnds) -> str:
    return _("{place} lists {ids}, a reserved slot that nothing uses.").format(
        place=place(listed), ids=tokens(subject, listed.ids)
    )


def _zero(subject: Subject, listed: ListedEnds) -> str:
    return _(
        "{place} lists {token}. Runtimes that take 0 for nothing (mlx-lm) skip it; the tokenizer's "
        "eos_token is another."
    ).format(place=place(listed), token=token(subject, 0))


def _finding(
    subject: Subject,
    listed: ListedEnds,
    severity: Severity,
    message: str,
    bad: tuple[int, ...] = (),
) -> Finding:
    wanted = wanted_list(subject, bad)
    evidence = Evidence(listed.key, listed.value, wanted)
    title = _("The listed end is no usable token")
    if listed.file == GENERATION_CONFIG:
        fix = list_fix(subject, automatic=False, without=bad)
    else:
        edits = (JsonEdit(listed.file, listed.path, wanted),) if wanted else ()
        fix = Fix(
            _("Set {key} of {file} to {ids}").format(
                key=listed.key,
                file=listed.file,
                ids=shortened(wanted or _("the id that ends turns")),
            ),
            automatic=False,
            edits=edits,
        )
    return Finding("EOS007", severity, title, message, listed.file, (evidence,), fix)


CHECK = Check("EOS007", "end-outside-vocabulary", run, covered_by=("EOS001", "EOS018", "EOS012"))

"""The special tokens' ids are not those that the weights were trained with.

What: rows beyond the tokenizer's last id are trained, while ids that the tokenizer does name have
untrained rows, or the stop list names a token that opens turns.

Why it hurts: a conversion packed the special tokens without their gaps, so every name stands for
another row. The model says the right id; the tokenizer reads it as another token, and no stop list
made by name contains it.

Example: a Kimi-VL conversion whose <|im_end|> became 163584 while the weights say 163586.

Remedy: rebuild tokenizer.json with the original ids; until then stop on the id that the probe sees.
Ids above the tokenizer are untrained padding in sound models, so trained ones there are telling.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import row_tokens
from endstop.doctor.facts.special_rows import SpecialRows
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _

_TRAINED = 0.5  # of the median row's distance from the mean
_SHOWN = 3


def run(subject: Subject) -> Iterator[Finding]:
    """A finding where names and rows do not belong together."""
    seen = subject.special_rows
    if seen is None or not seen.unnamed or not subject.checkpoint.vocabulary_size:
        return
    trained, untrained = _unnamed(seen)
    misnamed = _misnamed(subject, seen)
    if not trained or not untrained or not misnamed:
        return
    yield Finding(
        "EOS011",
        Severity.ERROR,
        _("The special tokens' ids do not fit the weights"),
        _(
            "{count} rows beyond the tokenizer's last token are trained ({ids}), while {tokens}: "
            "the tokens seem to have been renumbered, so names and rows no longer belong together."
        ).format(
            count=len(trained),
            ids=", ".join(map(str, trained[:_SHOWN])) + ("…" if len(trained) > _SHOWN else ""),
            tokens=misnamed,
        ),
        "tokenizer.json" if subject.checkpoint.tokenizer else seen.matrix.file,
        (Evidence(f"{seen.matrix.name}: trained rows without a token", trained[:_SHOWN], []),),
        Fix(_("Rebuild tokenizer.json with the original model's ids"), automatic=False),
    )


def _unnamed(seen: SpecialRows) -> tuple[list[int], list[int]]:
    """The trained and the untrained ones among the rows that have no token."""
    trained, untrained = [], []
    for row in seen.unnamed.values():
        if seen.empty(row) or len(row.same) > 1:
            untrained.append(row.id)
        elif row.numbers and row.numbers.near is None and row.numbers.mean_distance >= _TRAINED:
            trained.append(row.id)
    return trained, untrained


def _misnamed(subject: Subject, seen: SpecialRows) -> str:
    """What does not fit among the named tokens; empty if all does."""
    turn_end = subject.turn_end.ids
    dead = [row.id for row in seen.untrained_among(turn_end)]
    if dead:
        return _("the row of the turn end {token} is not").format(token=row_tokens(subject, dead))
    opening = sorted((subject.end_ids - turn_end) & _openers(subject))
    if opening:
        return _("the stop list names {token}, which opens turns").format(
            token=row_tokens(subject, opening[:1])
        )
    return ""


def _openers(subject: Subject) -> frozenset[int]:
    """The tokens that the template writes around turns, the turn end left out."""
    checkpoint = subject.checkpoint
    text = checkpoint.templates[0].text if checkpoint.templates else ""
    written = {i for content, i in checkpoint.added_tokens.items() if content in text}
    return frozenset(written) | subject.turn_end.used_inside


CHECK = Check("EOS011", "renumbered-ids", run, beyond_stop_lists=True)

"""The output row of the turn end was never trained.

What: every token has a row in the output head (lm_head, or the embedding of a tied model). Base
models often ship with the rows of their chat tokens unused: all zero, all the same tiny value, or
one row copied for all of them.

Why it hurts: a token's score is its row times the hidden state. A row of zeros never wins, and
equal rows cannot be told apart, so the model never says its turn end: the answer is right and is
followed by endless text. A LoRA that leaves the head frozen cannot change that, however long it
trains.

Example: Qwen2.5 base models, whose rows of <|im_start|>, <|im_end|> and the unused ids are one row
of ±1.17e-37; quantised, it becomes exact zeros.

Remedy: train the head's rows (full fine-tuning, `modules_to_save`, `trainable_token_indices`), or
let answers end with a token whose row is trained, in template and training data alike.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import layer_name, row_evidence, row_tokens, twin_tokens
from endstop.doctor.facts.special_rows import SpecialRow, SpecialRows
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _, ngettext


def run(subject: Subject) -> Iterator[Finding]:
    """A finding where no end can come, or for ends that cannot beside others that can."""
    seen = subject.special_rows
    if seen is None:
        return
    if seen.usual is not None and not seen.usual.largest:
        yield _no_weights(seen)
    elif dead := seen.never_said(subject.turn_end.ids or subject.end_ids):
        yield _never_ends(subject, seen, dead)
    elif spare := seen.untrained_among(subject.end_ids):
        yield _spare_end(subject, seen, spare)


def _no_weights(seen: SpecialRows) -> Finding:
    """A matrix of zeros: nothing can be said of single rows."""
    return Finding(
        "EOS030",
        Severity.ERROR,
        _("{matrix} holds only zeros").format(matrix=seen.matrix.name),
        _(
            "All ordinary rows that were looked at are zeros too: this is a placeholder or an "
            "unfinished download, not a model."
        ),
        seen.matrix.file,
        (Evidence(seen.matrix.name, {"largest": 0.0}),),
        Fix(_("Get the file again from where the model came"), automatic=False),
    )


def _never_ends(subject: Subject, seen: SpecialRows, dead: list[SpecialRow]) -> Finding:
    names = row_tokens(subject, (row.id for row in dead))
    alive = sorted(subject.end_ids & seen.rows.keys() - {row.id for row in dead})
    trained = [token_id for token_id in alive if not seen.untrained(seen.rows[token_id])]
    title = ngettext(
        "The output row of {tokens} was never trained",
        "The output rows of {tokens} were never trained",
        len(dead),
    ).format(tokens=names)
    consequence = _(
        "The model can never say {tokens}: its answers may be right, but they do not end. A LoRA "
        "that leaves {layer} frozen cannot teach it."
    ).format(tokens=names, layer=layer_name(seen))
    message = " ".join([*(_seen_in(subject, seen, row) for row in dead), consequence])
    advice = _("Train the rows of {layer} (full fine-tuning or modules_to_save)").format(
        layer=layer_name(seen)
    )
    if trained:
        advice += _(", or end answers with {token}, whose row is trained").format(
            token=row_tokens(subject, trained[:1])
        )
    return Finding(
        "EOS030",
        Severity.ERROR,
        title,
        message,
        seen.matrix.file,
        tuple(row_evidence(seen, row) for row in dead),
        Fix(advice, automatic=False),
    )


def _spare_end(subject: Subject, seen: SpecialRows, spare: list[SpecialRow]) -> Finding:
    """An end that is listed but cannot come, while others can."""
    names = row_tokens(subject, (row.id for row in spare))
    return Finding(
        "EOS030",
        Severity.INFO,
        _("{tokens} is listed as an end but was never trained").format(tokens=names),
        " ".join(_seen_in(subject, seen, row) for row in spare)
        + " "
        + _("It cannot come; the other ends can."),
        seen.matrix.file,
        tuple(row_evidence(seen, row) for row in spare),
    )


def _seen_in(subject: Subject, seen: SpecialRows, row: SpecialRow) -> str:
    """What is wrong with one row, in numbers."""
    name = row_tokens(subject, (row.id,))
    if row.numbers and seen.usual and not row.numbers.largest:
        return _(
            "The row of {token} in {matrix} is all zeros; the median row's largest value is "
            "{usual:.3g}."
        ).format(token=name, matrix=seen.matrix.name, usual=seen.usual.largest)
    if seen.empty(row) and row.numbers and seen.usual:
        return _(
            "The row of {token} in {matrix} holds nothing above {largest:.3g}; the median row's "
            "largest value is {usual:.3g}."
        ).format(
            token=name,
            matrix=seen.matrix.name,
            largest=row.numbers.largest,
            usual=seen.usual.largest,
        )
    return _("The row of {token} in {matrix} is, bit for bit, that of {twins}.").format(
        token=name, matrix=seen.matrix.name, twins=twin_tokens(subject, row)
    )


CHECK = Check("EOS030", "untrained-turn-end", run, beyond_stop_lists=True)

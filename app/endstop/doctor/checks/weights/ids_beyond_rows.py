"""The tokenizer has ids for which the matrices have no row.

What: a special token's id is at or above the number of rows of the embedding, or the turn end's is
above the head's.

Why it hurts: feeding such a token is an index error, or silently garbage on a GPU; a turn end
beyond the head can never be said.

Example: tokens added to a tokenizer without `resize_token_embeddings`; an instruct tokenizer put
beside base weights (Idefics2 base: <end_of_utterance> has no row).

Remedy: resize and train, or go back to the tokenizer that belongs to the weights. Some official
vision models give the head fewer rows than the embedding; only the ends need one there.
"""

from collections.abc import Iterable, Iterator

from endstop.checkpoints.weight_rows import WeightRows
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import row_tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _, ngettext

_SHOWN = 3  # tokens that a message names


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for the embedding, or else for the head."""
    checkpoint = subject.checkpoint
    used = _used(subject)
    embedding, output = checkpoint.matrices.embedding, checkpoint.matrices.output
    if embedding is not None:
        beyond = _beyond(embedding, checkpoint.added_tokens.values())
        if beyond:
            severity = Severity.ERROR if used & set(beyond) else Severity.WARNING
            yield _finding(subject, embedding, beyond, severity)
            return
    if output is not None and (beyond := _beyond(output, subject.turn_end.ids)):
        yield _finding(subject, output, beyond, Severity.ERROR)


def _used(subject: Subject) -> set[int]:
    """The special tokens that a conversation holds: those in the template, and the ends."""
    text = subject.checkpoint.templates[0].text if subject.checkpoint.templates else ""
    added = subject.checkpoint.added_tokens
    return {i for content, i in added.items() if content in text} | subject.turn_end.ids


def _beyond(matrix: WeightRows, ids: Iterable[int]) -> list[int]:
    return sorted(token_id for token_id in ids if token_id >= matrix.count)


def _finding(
    subject: Subject, matrix: WeightRows, beyond: list[int], severity: Severity
) -> Finding:
    names = row_tokens(subject, beyond[:_SHOWN])
    if len(beyond) > _SHOWN:
        names = _("{tokens} and {count} more").format(tokens=names, count=len(beyond) - _SHOWN)
    message = ngettext(
        "{matrix} has {rows:,} rows, the last one for id {last}; {tokens} has none. The model "
        "cannot read or say it.",
        "{matrix} has {rows:,} rows, the last one for id {last}; {tokens} have none. The model "
        "cannot read or say them.",
        len(beyond),
    )
    return Finding(
        "EOS034",
        severity,
        _("The weights have no row for {tokens}").format(tokens=names),
        message.format(matrix=matrix.name, rows=matrix.count, last=matrix.count - 1, tokens=names),
        "tokenizer.json" if subject.checkpoint.tokenizer else matrix.file,
        (Evidence(f"{matrix.name}: rows", matrix.count, beyond[-1] + 1),),
        Fix(
            _("Resize and train the embeddings, or use the tokenizer that belongs to the weights"),
            automatic=False,
        ),
    )


CHECK = Check("EOS034", "ids-beyond-rows", run, beyond_stop_lists=True)

"""The turn end's row is still where resizing put it, or all but that of an unused token.

What: tokens that are added to a vocabulary start at the mean of all rows (transformers'
`mean_resizing`). The turn end's row lies there still, a small share of the usual distance away, or
it has the direction and length of a reserved token's row.

Why it hurts: such a token scores like the average token, never first. Training without the head, or
with too few steps, leaves it so.

Example: <|im_end|> added to a Llama base, then a LoRA of the attention layers.

Remedy: train the head's rows. A short fine-tuning may have moved the row just far enough, so this
is a warning; the probe tells.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import row_tokens
from endstop.doctor.facts.row_statistics import RowNumbers
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _

_AT_THE_MEAN = 0.1  # of the median row's distance; a sample's mean is itself 0.04 off


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each end whose row looks untouched."""
    seen = subject.special_rows
    if seen is None:
        return
    for token_id in sorted(subject.turn_end.ids or subject.end_ids):
        row = seen.rows.get(token_id)
        if row is None or row.numbers is None or len(row.same) > 1 or seen.untrained(row):
            continue
        reason = _reason(subject, row.numbers)
        if reason:
            yield Finding(
                "EOS033",
                Severity.WARNING,
                _("The output row of {token} looks untrained").format(
                    token=row_tokens(subject, (token_id,))
                ),
                reason + " " + _("Such a token seldom comes first; probe the model to be sure."),
                seen.matrix.file,
                (
                    Evidence(
                        f"{seen.matrix.name}[{token_id}]",
                        {"distance_from_mean": round(row.numbers.mean_distance, 3)},
                        {"distance_from_mean": 1.0},
                    ),
                ),
                Fix(_("Train the head's rows of the turn end"), automatic=False),
            )


def _reason(subject: Subject, numbers: RowNumbers) -> str:
    """Why it looks so; empty for a row like others."""
    if numbers.near is not None:
        return _("It is all but the row of the unused {token}.").format(
            token=row_tokens(subject, (numbers.near,))
        )
    if numbers.mean_distance <= _AT_THE_MEAN:
        return _(
            "It lies at the mean of all rows, where resizing puts new tokens: {share:.0%} of the "
            "median row's distance from it."
        ).format(share=numbers.mean_distance)
    return ""


CHECK = Check("EOS033", "turn-end-row-at-the-mean", run)

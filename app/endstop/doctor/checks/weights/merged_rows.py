"""Quantisation gave the turn end the same row as another token.

What: in a quantised head the stored codes, scales and biases of the turn end are, byte for byte,
those of another token.

Why it hurts: both then always have the same score, and the lower id wins: the model says the other
token where it means to stop. The rows were close before; few bits made them one.

Example: rows that differ by 1e-6 become one in a 4-bit head from bf16.

Remedy: keep the head at 8 bits or as floats (a per-layer entry in `quantization`), or look at the
unquantised model: equal rows there were never trained (EOS030).
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import row_evidence, row_tokens, twin_tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Finding, Fix, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each end that shares its row."""
    seen = subject.special_rows
    if seen is None or not seen.matrix.quantised:
        return
    for token_id in sorted(subject.turn_end.ids or subject.end_ids):
        row = seen.rows.get(token_id)
        if row is None or len(row.same) == 1 or seen.empty(row):
            continue
        name, twins = row_tokens(subject, (token_id,)), twin_tokens(subject, row)
        yield Finding(
            "EOS035",
            Severity.WARNING,
            _("Quantisation merged the row of {token}").format(token=name),
            _(
                "In {matrix}, at {bits:.3g} bits a weight, the row of {token} is the same as that "
                "of {twins}: the model cannot say one without the other."
            ).format(
                matrix=seen.matrix.name,
                bits=seen.matrix.bits,
                token=name,
                twins=twins,
            ),
            seen.matrix.file,
            (row_evidence(seen, row),),
            Fix(_("Quantise again with an 8-bit or unquantised head"), automatic=False),
        )


CHECK = Check("EOS035", "merged-turn-end-row", run)

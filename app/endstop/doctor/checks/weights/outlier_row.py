"""The turn end's row is far shorter or longer than ordinary rows.

What: its length is outside the range of 99 % of the ordinary rows, by a factor of two or more.

Why it hurts: it need not. A very short row wins only where the hidden state is sure; a very long
one may win too soon. It is a trace of little or strange training, and points a person at the probe.

Example: under-trained tokens found by their length in published model families.

Remedy: none by itself; probe the model.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import row_tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _

_FACTOR = 2


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each end whose row is too short or too long."""
    seen = subject.special_rows
    if seen is None or seen.usual is None:
        return
    usual = seen.usual
    for token_id in sorted(subject.turn_end.ids):
        row = seen.rows.get(token_id)
        if row is None or row.numbers is None or seen.untrained(row) or row.numbers.near:
            continue
        norm = row.numbers.norm
        if usual.lowest_norm / _FACTOR <= norm <= usual.highest_norm * _FACTOR:
            continue
        yield Finding(
            "EOS036",
            Severity.INFO,
            _("The output row of {token} has an unusual length").format(
                token=row_tokens(subject, (token_id,))
            ),
            _(
                "Its length is {norm:.3g}; 99 % of the ordinary rows lie between {low:.3g} and "
                "{high:.3g}. That need not hurt; the probe tells."
            ).format(norm=norm, low=usual.lowest_norm, high=usual.highest_norm),
            seen.matrix.file,
            (Evidence(f"{seen.matrix.name}[{token_id}]", {"norm": norm}, {"norm": usual.norm}),),
        )


CHECK = Check("EOS036", "turn-end-row-length", run, covered_by=("EOS033",))

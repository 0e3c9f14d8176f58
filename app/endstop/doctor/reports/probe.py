"""What the probe showed, in lines for a terminal, the window and Markdown."""

from endstop.doctor.probe import ProbeReport, Trial
from endstop.translation import _


def probe_lines(report: ProbeReport) -> tuple[str, ...]:
    """Both answers side by side, then how each stop token stands after a finished answer."""
    return (
        _("With the stop set of its files ({ids}): {outcome}.").format(
            ids=ids_text(report.files_alone), outcome=outcome_text(report.files_alone)
        ),
        _("With its turn end in the stop set ({ids}): {outcome}.").format(
            ids=ids_text(report.patched), outcome=outcome_text(report.patched)
        ),
        *(
            _(
                "After a finished answer {text} ({id}) has probability {share:.3g}, rank {rank}."
            ).format(
                text=token.text,
                id=token.id,
                share=token.probability,
                rank=token.rank,
            )
            for token in report.ranks
        ),
    )


def ids_text(trial: Trial) -> str:
    """The stop set of a trial: `256, 258`."""
    return ", ".join(map(str, sorted(trial.stop_ids))) or _("none")


def outcome_text(trial: Trial) -> str:
    """How an answer ended: `99 tokens, stopped at <|im_end|> (258)`."""
    if not trial.stopped:
        return _("{count} tokens, and it did not stop").format(count=len(trial.tokens))
    last = trial.tokens[-1]
    return _("{count} tokens, stopped at {text} ({id})").format(
        count=len(trial.tokens), text=last.text, id=last.id
    )

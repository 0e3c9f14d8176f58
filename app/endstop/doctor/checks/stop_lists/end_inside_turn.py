"""A listed end stands inside ordinary answers.

What: a list of ends names a token that the chat template itself writes within an assistant
turn: the close of a thought, a channel mark, a tool call's bracket.

Why it hurts: generation stops there, before the answer proper. A thinking model stops after its
thoughts, a tool call is cut in two.

Example: `</think>` among the ends; or `<|end|>` for a model that ends its thoughts with `<|end|>`
and its answers with `<|return|>`.

Remedy: remove it. A token that may end a tool call (`<|call|>`) is no such token and stays.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import id_lists
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import removal_fix
from endstop.doctor.facts.phrases import place, tokens
from endstop.doctor.facts.premature_ends import inner_ids
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each place that lists such an id."""
    inner = inner_ids(subject)
    for listed in id_lists(subject.checkpoint):
        if not (bad := [token_id for token_id in listed.ids if token_id in inner]):
            continue
        message = _(
            "{place} lists {tokens}, which {template} writes inside an answer: generation stops "
            "there, before the end."
        ).format(place=place(listed), tokens=tokens(subject, bad), template=subject.turn_end.file)
        left = [token_id for token_id in listed.ids if token_id not in inner]
        yield Finding(
            "EOS020",
            Severity.ERROR,
            _("A listed end stands inside answers"),
            message,
            listed.file,
            (Evidence(listed.key, listed.value, left),),
            removal_fix(subject),
        )


CHECK = Check("EOS020", "end-inside-turn", run)

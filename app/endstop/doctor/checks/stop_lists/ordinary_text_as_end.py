"""A listed end is a piece of ordinary text.

What: an id in a list of ends belongs to a token that answers are made of: a letter, a word,
a punctuation mark.

Why it hurts: generation stops in the middle of an answer, whenever that piece comes up. Answers
are empty or short, and nothing points to the cause.

Example: eos_token_id 0 where token 0 is `!`: every answer ends at its first exclamation mark.

Remedy: remove the id. Token ids change between tokenizers, so such an id usually comes from
another model's files.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import id_lists
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import removal_fix
from endstop.doctor.facts.phrases import place, tokens
from endstop.doctor.facts.premature_ends import ordinary_ids
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each place that lists such an id."""
    ordinary = ordinary_ids(subject)
    for listed in id_lists(subject.checkpoint):
        if not (bad := [token_id for token_id in listed.ids if token_id in ordinary]):
            continue
        message = _("{place} lists {tokens}, ordinary text: answers stop in the middle.").format(
            place=place(listed), tokens=tokens(subject, bad)
        )
        left = [token_id for token_id in listed.ids if token_id not in ordinary]
        yield Finding(
            "EOS008",
            Severity.ERROR,
            _("A listed end is ordinary text"),
            message,
            listed.file,
            (Evidence(listed.key, listed.value, left),),
            removal_fix(subject),
        )


CHECK = Check("EOS008", "ordinary-text-as-end", run)

"""The turn end is listed, but not first.

What: eos_token_id is a list whose first entry does not end turns.

Why it hurts: programs that know one end only take the first entry. ExLlamaV2 and many converters
do; with them the model runs on though its list is right.

Example: `[128001, 128008, 128009]`, where turns end with 128009.

Remedy: the turn end first. The order means nothing to runtimes that read the whole list, so this
is a remark: several makers publish their lists in another order.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import GENERATION_CONFIG, ListedEnds, id_lists
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix
from endstop.doctor.facts.phrases import place, shortened, token
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each place whose list begins with something else."""
    ids = subject.turn_end.ids
    for listed in id_lists(subject.checkpoint):
        if ids & set(listed.ids) and listed.ids[0] not in ids:
            yield _finding(subject, listed)


def _finding(subject: Subject, listed: ListedEnds) -> Finding:
    ids = subject.turn_end.ids
    ordered = sorted(listed.ids, key=lambda token_id: token_id not in ids)
    if listed.file == GENERATION_CONFIG:
        fix = list_fix(subject, automatic=True)
    else:
        title = _("Set {key} of {file} to {ids}").format(
            key=listed.key, file=listed.file, ids=shortened(ordered)
        )
        fix = Fix(title, automatic=True, edits=(JsonEdit(listed.file, listed.path, ordered),))
    message = _(
        "{place} lists {first} first, turns end with {end}: readers of one id miss it."
    ).format(
        place=place(listed), first=token(subject, listed.ids[0]), end=token(subject, ordered[0])
    )
    title = _("The turn end is not listed first")
    evidence = Evidence(listed.key, listed.value, ordered)
    return Finding("EOS015", Severity.INFO, title, message, listed.file, (evidence,), fix)


CHECK = Check("EOS015", "turn-end-not-first", run, covered_by=("EOS001", "EOS018"))

"""One sentence in plain words: will this model stop?"""

from collections.abc import Sequence

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.facts.base_model import calls_itself_base
from endstop.doctor.facts.phrases import markers, place, runtimes
from endstop.doctor.facts.unlisted_turn_end import unlisted_turn_end
from endstop.doctor.finding import Severity
from endstop.doctor.reports.matrix import Stops, matrix
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.translation import _, ngettext

_MOST_NAMES = 3  # runtimes that the sentence names


def verdict(diagnosis: Diagnosis) -> str:
    """What a person wants to know first; the window and both reports begin with it."""
    rows = {stops: [row.name for row in matrix(diagnosis) if row.stops is stops] for stops in Stops}
    ends = diagnosis.subject.turn_end.markers
    if ends and rows[Stops.NO]:
        return _runs_on(diagnosis, rows[Stops.NO])
    if rows[Stops.FAILS]:
        return _("This model cannot run in {runtimes}.").format(runtimes=named(rows[Stops.FAILS]))
    worst = diagnosis.findings[0] if diagnosis.findings else None
    if worst is not None and worst.severity is Severity.ERROR:
        return _("This model has an error: {title}.").format(title=worst.title)
    if ends and rows[Stops.YES]:
        return _stops(diagnosis, rows[Stops.YES])
    if not ends and calls_itself_base(diagnosis.subject.checkpoint):
        return _("This is a base model by its name: it does not end turns.")
    seen = "" if ends else diagnosis.subject.turn_end.why
    why = seen or _("its files do not show where runtimes stop")
    return _("Whether this model stops cannot be told: {why}.").format(why=why.rstrip(".。"))


def _runs_on(diagnosis: Diagnosis, deaf: Sequence[RuntimeName]) -> str:
    """`This model will not stop in ...: its turns end with <|im_end|> (258), which ...`."""
    total = len(diagnosis.subject.runtimes)
    where = _("any runtime") if 1 < total == len(deaf) else named(deaf)
    ends = markers(diagnosis.subject.turn_end.markers)
    unlisted = unlisted_turn_end(diagnosis.subject)
    if unlisted is None:
        return _(
            "This model will not stop in {runtimes}: its turns end with {ends}, which is not in "
            "the stop set there."
        ).format(runtimes=where, ends=ends)
    return _(
        "This model will not stop in {runtimes}: its turns end with {ends}, which {place} does "
        "not list."
    ).format(runtimes=where, ends=ends, place=place(unlisted.listed))


def _stops(diagnosis: Diagnosis, stopping: Sequence[RuntimeName]) -> str:
    """`This model stops in every runtime: ...`, and how many warnings there are nonetheless."""
    total = len(diagnosis.subject.runtimes)
    where = _("every runtime") if 1 < total == len(stopping) else named(stopping)
    ends = markers(diagnosis.subject.turn_end.markers)
    good = _("This model stops in {runtimes}: its turns end with {ends}.").format(
        runtimes=where, ends=ends
    )
    count = sum(finding.severity is Severity.WARNING for finding in diagnosis.findings)
    if not count:
        return good
    warned = ngettext("There is {count} warning.", "There are {count} warnings.", count)
    return f"{good} {warned.format(count=count)}"


def named(names: Sequence[RuntimeName]) -> str:
    """A few runtimes by name, the rest as a number: `transformers, vLLM and 3 more`."""
    if len(names) > _MOST_NAMES + 1:
        first, more = runtimes(names[:_MOST_NAMES]), len(names) - _MOST_NAMES
        return _("{runtimes} and {count} more").format(runtimes=first, count=more)
    if len(names) == 1:
        return runtimes(names)
    return _("{runtimes} and {last}").format(
        runtimes=runtimes(names[:-1]), last=runtimes(names[-1:])
    )

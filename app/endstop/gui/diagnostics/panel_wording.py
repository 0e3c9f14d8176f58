"""What the diagnostics panel says, as plain or rich text; no Qt."""

from collections.abc import Sequence
from html import escape

from endstop.doctor.facts.phrases import runtimes
from endstop.doctor.finding import Finding
from endstop.doctor.fixes.plan import FixPlan
from endstop.doctor.fixes.verify import Outcome
from endstop.doctor.probe import ProbeReport, TokenRank
from endstop.doctor.reports.matrix import MatrixRow, Stops
from endstop.doctor.reports.text import evidence_text, severity_word
from endstop.gui.diagnostics.examination import Examination, health_of
from endstop.gui.widgets.health import Health
from endstop.gui.widgets.text import unbroken
from endstop.translation import _, ngettext

_CLAUSE_ENDS = (": ", "：")


def sentence(examination: Examination) -> str:
    """The verdict as rich text, its first clause and the turn end bold."""
    verdict = examination.verdict
    ends = [verdict.find(each) + len(each.rstrip()) for each in _CLAUSE_ENDS if each in verdict]
    at = min(ends, default=len(verdict))
    rest = escape(verdict[at:])
    for marker in examination.diagnosis.subject.turn_end.markers:
        text = escape(marker.text)
        rest = rest.replace(text, f"<b>{escape(unbroken(marker.text))}</b>", 1)
    said = f"<b>{escape(verdict[:at])}</b>{rest}"
    if health_of(examination) is Health.PATCHED and Stops.NO in _answers(examination):
        return f"{said} {_('Endstop patches that: runs here stop.')}"
    return said


def evidence_brief(finding: Finding) -> str:
    """The first piece of evidence in one line, after its file."""
    if not finding.evidence:
        return finding.file
    first = evidence_text(finding.evidence[0])
    return f"{finding.file} {first}".strip()


def finding_name(finding: Finding) -> str:
    """A finding in one line of plain text: `error EOS001: The turn end is not in the stop list`."""
    return f"{severity_word(finding.severity)} {finding.code}: {finding.title}"


def finding_details(finding: Finding) -> str:
    """The message, the evidence and the remedy, as rich text."""
    parts = [escape(finding.message)]
    shown = "<br>".join(escape(evidence_text(each)) for each in finding.evidence)
    where = escape(finding.file)
    if where or shown:
        parts.append(
            ": ".join(part for part in (f"<b>{where}</b>" if where else "", shown) if part)
        )
    if remedy := remedy_of(finding):
        parts.append(escape(remedy))
    if finding.covers:
        covers = _("This covers {codes} too.").format(codes=", ".join(finding.covers))
        parts.append(escape(covers))
    return "".join(f"<p style='margin: 0 0 4px 0'>{part}</p>" for part in parts)


def remedy_of(finding: Finding) -> str:
    """What fixes it, and who does that; empty if nothing is known."""
    fix = finding.fix
    if fix is None:
        return ""
    if fix.edits and fix.automatic:
        return _("The fix: {title}.").format(title=fix.title)
    if fix.edits:
        return _("A fix to choose: {title}.").format(title=fix.title)
    return _("Advice: {title}.").format(title=fix.title)


def nothing_found(examination: Examination, checks: int) -> str:
    """What the list of findings says when it is empty."""
    name = examination.diagnosis.subject.checkpoint.name
    return _("{count} checks looked at {name} and found nothing.").format(count=checks, name=name)


def findings_title(findings: Sequence[Finding]) -> str:
    """The tab's title: `Findings · 2`."""
    return _("Findings · {count}").format(count=len(findings)) if findings else _("Findings")


def runtime_name(row: MatrixRow) -> str:
    """A runtime without its version."""
    return runtimes([row.name])


def runtime_tip(row: MatrixRow) -> str:
    """A runtime in full: `vLLM 0.33.0 stops. generation_config.json lists 256 only. ...`."""
    said = {
        Stops.YES: _("{runtime} stops."),
        Stops.NO: _("{runtime} does not stop."),
        Stops.FAILS: _("{runtime} cannot run this model."),
        Stops.UNKNOWN: _("Whether {runtime} stops cannot be told."),
    }[row.stops].format(runtime=row.label)
    listed = _("Stop set: {ids}.").format(ids=row.ids_text) if row.ids else ""
    return " ".join(part for part in (said, listed, row.why) if part)


def fix_label(examination: Examination | None) -> str:
    """The text of the Fix button: what it would change."""
    files = dict.fromkeys(c.file for c in examination.plan.changes) if examination else {}
    if len(files) == 1:
        return _("Fix {file}…").format(file=next(iter(files)))
    if files:
        return ngettext("Fix {count} File…", "Fix {count} Files…", len(files)).format(
            count=len(files)
        )
    return _("Fix…")


def plan_sentence(plan: FixPlan) -> str:
    """What the shown changes do: `Changes generation_config.json and mends EOS001.`"""
    if not plan.changes:
        return _("Nothing is chosen that changes a file.")
    files = ", ".join(dict.fromkeys(change.file for change in plan.changes))
    return _("Changes {files} and mends {codes}.").format(files=files, codes=_codes(plan.mends))


def outcome_sentence(outcome: Outcome) -> str:
    """What a fix did: `Changed generation_config.json. Gone: EOS001.`"""
    files = ", ".join(outcome.applied.files)
    parts = [_("Changed {files}.").format(files=files)]
    for text, findings in (
        (_("Gone: {codes}."), outcome.gone),
        (_("Still there: {codes}."), outcome.stayed),
        (_("New: {codes}."), outcome.came),
    ):
        if findings:
            parts.append(text.format(codes=_codes(findings)))
    return " ".join(parts)


def ranks_line(report: ProbeReport) -> str:
    """How likely each stop token is after a finished answer, likeliest first."""
    told = [_rank(each) for each in report.ranks]
    return _("After a finished answer: {standings}").format(standings=" · ".join(told))


def probe_activity(trial: int, tokens: int) -> str:
    """What the probe does now."""
    if not tokens and trial <= 1:
        return _("The probe reads its question")
    return _("Probe: answer {trial} of 2, {count} tokens").format(trial=trial, count=tokens)


def probe_hint(*, waits: bool) -> str:
    """What a probe is about, or what it waits for."""
    if waits:
        return _("The probe begins when the model is free.")
    return _("One question, answered twice: with its turn end as a stop token, and without.")


def _rank(token: TokenRank) -> str:
    percent = 100 * token.probability
    share = f"{percent:.3g}" if percent >= 1 else f"{percent:.2g}"
    return _("{text} ({id}) {share} %, rank {rank}").format(
        text=token.text, id=token.id, share=share, rank=token.rank
    )


def _answers(examination: Examination) -> set[Stops]:
    return {row.stops for row in examination.matrix}


def _codes(findings: Sequence[Finding]) -> str:
    return ", ".join(dict.fromkeys(finding.code for finding in findings))

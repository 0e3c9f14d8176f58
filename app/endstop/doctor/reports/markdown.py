"""A diagnosis as Markdown, to be pasted into an issue or a model card."""

import re
from collections.abc import Iterator

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.finding import Finding
from endstop.doctor.probe import ProbeReport
from endstop.doctor.reports.layout import harmless
from endstop.doctor.reports.matrix import matrix
from endstop.doctor.reports.probe import probe_lines
from endstop.doctor.reports.text import evidence_text, remedy_text, severity_word, stops_word
from endstop.doctor.reports.verdict import verdict
from endstop.translation import _

_special = re.compile(r"([\\`*_<>|\[\]#~$])")


def to_markdown(diagnosis: Diagnosis, probed: ProbeReport | None = None) -> str:
    """The report: verdict, findings, probe, a table of runtimes (GitHub Flavored Markdown)."""
    name = diagnosis.subject.checkpoint.name
    lines = [f"### {_escaped(name)}", "", _escaped(verdict(diagnosis))]
    for finding in diagnosis.findings:
        lines += ["", *_finding(finding)]
    if probed is not None:
        lines += ["", *(f"- {_escaped(line)}" for line in probe_lines(probed))]
    if rows := matrix(diagnosis):
        head = (_("Runtime"), _("Stops"), _("Stop set"), _("Because"))
        lines += ["", _row(*head), "|---|---|---|---|"]
        lines += [_row(row.label, stops_word(row.stops), row.ids_text, row.why) for row in rows]
    return "\n".join(lines) + "\n"


def _finding(finding: Finding) -> Iterator[str]:
    title = _escaped(finding.title)
    yield f"**{finding.code}** ({severity_word(finding.severity)}): {title}"
    yield ""
    yield _escaped(finding.message)
    if evidence := [_code(evidence_text(evidence)) for evidence in finding.evidence]:
        yield ""
        yield from (f"- {_escaped(finding.file)} {one}".replace("-  ", "- ") for one in evidence)
    if remedy := remedy_text(finding):
        yield ""
        yield _escaped(remedy)


def _row(*cells: str) -> str:
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text: str) -> str:
    """The text as it is, not as markup; `<|im_end|>` would break a table, `<think>` vanish."""
    return _special.sub(r"\\\1", " ".join(harmless(text).split("\n")))


def _code(text: str) -> str:
    """The text as code; a backtick in it takes a longer fence."""
    text = harmless(text).replace("\n", " ")
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"

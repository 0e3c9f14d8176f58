"""A diagnosis for a terminal: the verdict, the findings, the runtimes."""

import json
from collections.abc import Iterator
from typing import Any

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.facts.phrases import shortened
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.doctor.reports.layout import Colour, Paint, columns, harmless, padded, wrapped
from endstop.doctor.reports.matrix import Stops, matrix
from endstop.doctor.reports.verdict import verdict
from endstop.translation import _

_MOST_ELEMENTS = 8  # of a list that evidence shows whole
_SEVERITIES = {
    Severity.ERROR: Colour.RED,
    Severity.WARNING: Colour.YELLOW,
    Severity.INFO: Colour.BLUE,
}
_STOPS = {
    Stops.YES: Colour.GREEN,
    Stops.NO: Colour.RED,
    Stops.UNKNOWN: Colour.DIM,
    Stops.FAILS: Colour.RED,
}


def to_text(diagnosis: Diagnosis, width: int = 80, *, coloured: bool = False) -> str:
    """The report in lines of at most `width` columns, with a line end at its end."""
    paint = Paint(coloured=coloured)
    lines = [paint(harmless(str(diagnosis.path)), Colour.BOLD)]
    lines += wrapped(harmless(verdict(diagnosis)), width)
    for finding in diagnosis.findings:
        lines += ["", *_finding(finding, width, paint)]
    lines += _matrix(diagnosis, width, paint)
    return "\n".join(lines) + "\n"


def severity_word(severity: Severity) -> str:
    """The severity as a person reads it."""
    words = {Severity.ERROR: _("error"), Severity.WARNING: _("warning"), Severity.INFO: _("note")}
    return words[severity]


def stops_word(stops: Stops) -> str:
    """Whether a runtime stops, as a person reads it."""
    words = {Stops.YES: _("yes"), Stops.NO: _("no"), Stops.FAILS: _("fails"), Stops.UNKNOWN: "?"}
    return words[stops]


def evidence_text(evidence: Evidence) -> str:
    """`eos_token_id: 256 -> [258, 256]`; the second part only where something is wanted."""
    found = f"{evidence.key}: {_value(evidence.found)}"
    return found if evidence.wanted is None else f"{found} → {_value(evidence.wanted)}"


def remedy_text(finding: Finding) -> str:
    """What to do about it, and whether Endstop can; empty if nothing is known."""
    fix = finding.fix
    if fix is None:
        return ""
    if fix.automatic and fix.edits:
        return _("Fix: {title} (--fix does it).").format(title=fix.title)
    if fix.edits:
        return _("Fix: {title} (--fix asks you first).").format(title=fix.title)
    return _("Advice: {title}.").format(title=fix.title)


def _value(value: Any) -> str:
    """A foreign value, short: `[258, 256]`, `largest 0.77, twins [0, 1, 2, … 226 in all]`."""
    if isinstance(value, dict):
        return ", ".join(f"{shortened(key)} {_value(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple) and len(value) > _MOST_ELEMENTS:
        shown = ", ".join(map(_value, value[:3]))
        return f"[{shown}, … {_('{count} in all').format(count=len(value))}]"
    return shortened(json.dumps(value, ensure_ascii=False, default=str))


def _finding(finding: Finding, width: int, paint: Paint) -> Iterator[str]:
    word = paint(severity_word(finding.severity), _SEVERITIES[finding.severity])
    head = f"{word} {paint(finding.code, Colour.BOLD)} "
    room = columns(f"{severity_word(finding.severity)} {finding.code} ")
    first, *rest = wrapped(harmless(finding.title), width, " " * room)
    yield head + first[room:]
    yield from rest
    yield from wrapped(harmless(finding.message), width, "  ")
    if finding.file or finding.evidence:
        yield from _evidence(finding, width, paint)
    if remedy := remedy_text(finding):
        yield from wrapped(harmless(remedy), width, "  ")
    if finding.covers:
        codes = ", ".join(finding.covers)
        covers = _("This covers {codes} too.").format(codes=codes)
        yield from (paint(line, Colour.DIM) for line in wrapped(covers, width, "  "))


def _evidence(finding: Finding, width: int, paint: Paint) -> Iterator[str]:
    """Where it shows: the file, then a line a key."""
    if finding.file:
        yield "  " + paint(harmless(finding.file), Colour.DIM)
    for evidence in finding.evidence:
        for line in wrapped(harmless(evidence_text(evidence)), width, "    "):
            yield paint(line, Colour.DIM)


def _matrix(diagnosis: Diagnosis, width: int, paint: Paint) -> Iterator[str]:
    rows = matrix(diagnosis)
    if not rows:
        return
    head = (_("Runtime"), _("Stops"), _("Stop set"), _("Because"))
    cells = [(row.label, stops_word(row.stops), row.ids_text) for row in rows]
    widths = [max(columns(row[i]) for row in [head, *cells]) + 2 for i in range(3)]
    yield ""
    yield paint("".join(map(padded, head[:3], widths)) + head[3], Colour.BOLD)
    for row, cell in zip(rows, cells, strict=True):
        label, stops, ids = map(padded, cell, widths)
        because = wrapped(harmless(row.why), max(sum(widths) + 24, width) - sum(widths))
        yield (label + paint(stops, _STOPS[row.stops]) + ids + because[0]).rstrip()
        yield from (" " * sum(widths) + line for line in because[1:])

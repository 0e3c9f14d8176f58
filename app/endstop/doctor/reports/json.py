"""A diagnosis as plain JSON for scripts; its form is a promise (`endstop doctor --json`)."""

import math
from typing import Any

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.finding import Finding
from endstop.doctor.reports.matrix import Stops, matrix

_STOPS = {Stops.YES: True, Stops.NO: False, Stops.UNKNOWN: None, Stops.FAILS: None}


def to_plain(diagnosis: Diagnosis) -> dict[str, Any]:
    """One object a model: path, turn_end, stop_sets by runtime, findings worst first."""
    turn_end = diagnosis.subject.turn_end
    return {
        "path": str(diagnosis.path),
        "turn_end": [
            {"id": marker.id, "text": marker.text, "source": turn_end.file}
            for marker in turn_end.markers
        ],
        "stop_sets": {
            row.name.value: {
                "ids": [_plain(i) for i in row.ids or ()],
                "stops": _STOPS[row.stops],
                "why": row.why,
            }
            for row in matrix(diagnosis)
        },
        "findings": [_finding(finding) for finding in diagnosis.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    fix = finding.fix
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "title": finding.title,
        "message": finding.message,
        "file": finding.file,
        "evidence": [
            {"key": e.key, "found": _plain(e.found), "wanted": _plain(e.wanted)}
            for e in finding.evidence
        ],
        "fix": None if fix is None else {"title": fix.title, "automatic": fix.automatic},
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it: sets sorted, other types and numbers beyond JSON as text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case dict():
            return {str(key): _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case set() | frozenset():
            return sorted((_plain(inner) for inner in value), key=str)
        case _:
            return str(value)

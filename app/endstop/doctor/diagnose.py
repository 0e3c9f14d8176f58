"""Examine one model: run every check, also when one of them fails."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.table import CHECKS
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Finding, Severity
from endstop.doctor.runtimes.runtime import Runtime
from endstop.translation import _

_log = logging.getLogger(__name__)
_HARMLESS = len(Severity)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdict on one model: the subject that was looked at, and the findings, worst first."""

    path: Path
    subject: Subject
    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        """Whether no error was found."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


def diagnose(path: Path, runtimes: tuple[Runtime, ...] | None = None) -> Diagnosis:
    """Examine the model at `path`, a folder or a .gguf file.

    ModelError if there is none, or if its config.json or the .gguf file cannot be read.
    With `runtimes`, what happens in other runtimes than these is no finding.
    """
    checkpoint = Checkpoint(path)
    checkpoint.require_model()
    subject = Subject(checkpoint, runtimes)
    findings = _told_once([finding for check in CHECKS for finding in _run(check, subject)])
    return Diagnosis(path, subject, _worst_first(findings))


def with_findings(diagnosis: Diagnosis, more: Iterable[Finding]) -> Diagnosis:
    """The diagnosis with findings that did not come from the files, those of the probe."""
    return replace(diagnosis, findings=_worst_first([*diagnosis.findings, *more]))


def _worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (_rank(finding), finding.code)))


def _told_once(findings: list[Finding]) -> list[Finding]:
    """Leave out each finding that one at least as bad covers, and note it there."""
    worst: dict[str, int] = {}
    for finding in findings:
        worst[finding.code] = min(_rank(finding), worst.get(finding.code, _HARMLESS))
    covered_by = {check.code: check.covered_by for check in CHECKS}
    covering = {
        finding.code: cover
        for finding in findings
        for cover in reversed(covered_by[finding.code])
        if worst.get(cover, _HARMLESS) <= _rank(finding)
    }
    return [
        replace(finding, covers=tuple(c for c, cover in covering.items() if cover == finding.code))
        for finding in findings
        if finding.code not in covering
    ]


def _rank(finding: Finding) -> int:
    return list(Severity).index(finding.severity)


def _run(check: Check, subject: Subject) -> list[Finding]:
    """The findings of one check; a check that crashes reports itself and hides nothing."""
    try:
        return [
            replace(finding, beyond_stop_lists=check.beyond_stop_lists)
            for finding in check.run(subject)
        ]
    except Exception as error:
        _log.exception("check %s failed", check.code)
        message = _("This check itself failed: {reason}. Please report it.").format(reason=error)
        return [Finding(check.code, Severity.INFO, check.name, message)]

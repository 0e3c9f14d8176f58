"""Apply a plan and look again: what is mended, what is left, what came."""

from dataclasses import dataclass

from endstop.doctor.checks.table import CHECKS
from endstop.doctor.diagnose import Diagnosis, diagnose
from endstop.doctor.finding import Finding
from endstop.doctor.fixes.apply import Applied, apply
from endstop.doctor.fixes.plan import FixPlan


@dataclass(frozen=True, slots=True)
class Outcome:
    """The model after a fix.

    `gone` are findings that are no more, `stayed` those that the plan meant to mend and did not,
    `came` those that were not there before. What a worse finding had told already has not come: it
    may stay when that one is mended.
    """

    applied: Applied
    diagnosis: Diagnosis
    gone: tuple[Finding, ...]
    stayed: tuple[Finding, ...]
    came: tuple[Finding, ...]


def fix_and_verify(plan: FixPlan) -> Outcome:
    """Apply the plan and diagnose the model again, for the same runtimes; raises FixError."""
    applied = apply(plan)
    before = plan.diagnosis
    after = diagnose(before.path, before.subject.runtimes)
    was = {_identity(finding) for finding in before.findings}
    said = {finding.code for finding in before.findings}
    told = {check.code for check in CHECKS if said & set(check.covered_by)}
    now = {_identity(finding) for finding in after.findings}
    return Outcome(
        applied,
        after,
        gone=tuple(f for f in before.findings if _identity(f) not in now),
        stayed=tuple(f for f in plan.mends if _identity(f) in now),
        came=tuple(f for f in after.findings if _identity(f) not in was and f.code not in told),
    )


def _identity(finding: Finding) -> tuple[str, str]:
    """What makes two findings the same defect, though numbers in the message differ."""
    return finding.code, finding.file

"""What mending would change: the findings' edits as changes of files, to be seen before."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.finding import Finding
from endstop.doctor.fixes.draft import Draft
from endstop.doctor.fixes.patch import Change
from endstop.errors import FixError


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A finding whose fix cannot be part of the plan, and why, in a sentence."""

    finding: Finding
    why: str


@dataclass(frozen=True, slots=True)
class FixPlan:
    """The changes of one fix, a file each; empty if there is nothing that can be mended."""

    diagnosis: Diagnosis
    changes: tuple[Change, ...]
    mends: tuple[Finding, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def folder(self) -> Path:
        """The folder whose files change."""
        return folder_of(self.diagnosis.path)

    @property
    def diff(self) -> str:
        """All changes as one unified diff."""
        return "".join(change.diff for change in self.changes)


def folder_of(path: Path) -> Path:
    """The folder of a model's files: itself, or the one that holds a .gguf file."""
    return path if path.is_dir() else path.parent


def automatic(diagnosis: Diagnosis) -> tuple[Finding, ...]:
    """The findings that one click mends."""
    return tuple(
        finding
        for finding in diagnosis.findings
        if finding.fix is not None and finding.fix.automatic and finding.fix.edits
    )


def plan(diagnosis: Diagnosis, findings: Iterable[Finding] | None = None) -> FixPlan:
    """The changes that mend these findings, by default all that have an automatic fix.

    Nothing is written. Fixes of one file are joined; one that would contradict a worse finding's
    fix, or whose file cannot be edited, is left out with the reason.
    """
    chosen = automatic(diagnosis) if findings is None else tuple(findings)
    draft = Draft(folder_of(diagnosis.path))
    mends: list[Finding] = []
    left_out: list[LeftOut] = []
    for finding in chosen:
        attempt = draft.copy()
        try:
            for edit in finding.fix.edits if finding.fix else ():
                attempt.add(edit)
        except FixError as error:
            left_out.append(LeftOut(finding, str(error)))
            continue
        draft = attempt
        mends.append(finding)
    return FixPlan(diagnosis, draft.changes(), tuple(mends), tuple(left_out))

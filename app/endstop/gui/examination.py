"""One model under the doctor's eyes: all that the panel shows of it, worked out off the window's
thread; no Qt."""

from dataclasses import dataclass, replace
from pathlib import Path

from endstop.doctor.diagnose import Diagnosis, diagnose, with_findings
from endstop.doctor.finding import Finding
from endstop.doctor.fix_plan import FixPlan, folder_of, plan
from endstop.doctor.fix_undo import can_undo
from endstop.doctor.leftovers import sweep_if_idle
from endstop.doctor.probe import ProbeReport
from endstop.doctor.report_markdown import to_markdown
from endstop.doctor.report_matrix import MatrixRow, matrix
from endstop.doctor.report_verdict import verdict
from endstop.engines.stop import StopSet
from endstop.engines.stop_set import build_stop_set


@dataclass(frozen=True, slots=True)
class Examination:
    """What the files say, and the probe if there was one.

    `stop_set` is the one that Endstop runs the model with. `plan` mends what one click mends;
    `undoable`: an earlier fix can be taken back.
    """

    diagnosis: Diagnosis
    verdict: str
    matrix: tuple[MatrixRow, ...]
    stop_set: StopSet
    plan: FixPlan
    undoable: bool
    probe: ProbeReport | None = None

    @property
    def path(self) -> Path:
        """The folder or the .gguf file."""
        return self.diagnosis.path

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those of the files and of the probe, worst first."""
        return self.diagnosis.findings

    @property
    def fixable(self) -> tuple[Finding, ...]:
        """The findings that edits of the files mend, those of one click first."""
        found = [finding for finding in self.findings if finding.fix and finding.fix.edits]
        return tuple(sorted(found, key=lambda finding: not _automatic(finding)))

    @property
    def report(self) -> str:
        """Everything as Markdown."""
        return to_markdown(self.diagnosis, self.probe)


def examine(path: Path) -> Examination:
    """Examine the model at `path`, a folder or a .gguf file; raises ModelError if it is none."""
    sweep_if_idle(folder_of(path))
    diagnosis = diagnose(path)
    return Examination(
        diagnosis,
        verdict(diagnosis),
        matrix(diagnosis),
        build_stop_set(diagnosis.subject.checkpoint),
        plan(diagnosis),
        can_undo(path),
    )


def probed(examination: Examination, report: ProbeReport) -> Examination:
    """The examination with what the probe found in place of what an earlier one had found."""
    earlier = examination.probe.findings if examination.probe else ()
    files = tuple(f for f in examination.findings if f not in earlier)
    diagnosis = with_findings(replace(examination.diagnosis, findings=files), report.findings)
    return replace(examination, diagnosis=diagnosis, verdict=verdict(diagnosis), probe=report)


def _automatic(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.automatic

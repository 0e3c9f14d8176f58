"""All that the panel shows of one model, worked out off the window's thread; no Qt."""

from dataclasses import dataclass, replace
from pathlib import Path

from endstop.doctor.diagnose import Diagnosis, diagnose, with_findings
from endstop.doctor.finding import Finding, Severity
from endstop.doctor.fixes.plan import FixPlan, folder_of, plan
from endstop.doctor.fixes.undo import can_undo
from endstop.doctor.journal.leftovers import sweep_if_idle
from endstop.doctor.probe import ProbeReport
from endstop.doctor.reports.markdown import to_markdown
from endstop.doctor.reports.matrix import MatrixRow, matrix
from endstop.doctor.reports.verdict import verdict
from endstop.engines.stop import StopSet
from endstop.engines.stop_set import build_stop_set
from endstop.gui.widgets.health import Health


@dataclass(frozen=True, slots=True)
class Examination:
    """What the files say, and the probe if there was one.

    `stop_set` is the one that Endstop runs the model with. `plan` holds what one click changes;
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
        """The findings that editing the files would fix, those fixed by one click first."""
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


def health_of(examination: Examination) -> Health:
    """Red where it runs on here too, amber where it does elsewhere, green without an error.

    Grey where the files do not show how a turn ends, and no error is known.
    """
    diagnosis = examination.diagnosis
    ends = diagnosis.subject.turn_end.ids
    if diagnosis.healthy:
        return Health.GOOD if diagnosis.subject.turn_end.markers else Health.UNKNOWN
    errors = [each for each in diagnosis.findings if each.severity is Severity.ERROR]
    beyond_lists = any(each.beyond_stop_lists for each in errors)
    if beyond_lists or not ends & examination.stop_set.ids:
        return Health.BAD
    return Health.PATCHED


def _automatic(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.automatic

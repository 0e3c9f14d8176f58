"""`endstop doctor --probe`: load the model and ask it itself."""

from collections.abc import Callable

from endstop.cli.progress import TerminalProgress
from endstop.doctor.diagnose import Diagnosis, with_findings
from endstop.doctor.probe import ProbeReport
from endstop.doctor.reports.layout import harmless
from endstop.doctor.reports.probe import probe_lines
from endstop.documents.renderer import Renderer
from endstop.engines.load import load_engine
from endstop.extraction.probe_target import probe_engine
from endstop.translation import _


def probed(diagnosis: Diagnosis, show: Callable[[str], None]) -> Diagnosis:
    """The diagnosis with what the probe found; raises ModelError if the model does not run."""
    progress = TerminalProgress()
    engine = load_engine(diagnosis.path, lambda step: progress.update(step.stage), lambda: False)
    try:
        with Renderer() as renderer:
            for step in probe_engine(diagnosis.subject, engine, renderer, lambda: False):
                if not isinstance(step, ProbeReport):
                    text = _("Probe {trial} of 2: {count} tokens")
                    progress.update(text.format(trial=step.trial, count=step.tokens))
                    continue
                progress.update("")
                for line in probe_lines(step):
                    show(harmless(line))
                return with_findings(diagnosis, step.findings)
    finally:
        engine.close()
    return diagnosis

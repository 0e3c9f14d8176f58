"""What the diagnostics panel shows of a model, and which of its buttons work; no Qt."""

from dataclasses import dataclass, field
from html import escape

from endstop.doctor.checks.table import CHECKS
from endstop.doctor.finding import Finding
from endstop.doctor.probe import ProbeReport
from endstop.doctor.reports.matrix import MatrixRow
from endstop.engines.stop import StopSet
from endstop.errors import EndstopError
from endstop.gui.diagnostics.examined_model import ExaminedModel
from endstop.gui.diagnostics.panel_wording import fix_label, nothing_found, sentence
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the window knows apart from the model's files.

    `location` is the window's own model; `guest`: another one is shown. `load_error`: why the own
    one does not run. `probing`: a probe waits or runs.
    """

    location: str = ""
    guest: bool = False
    loaded: bool = False
    load_error: EndstopError | None = None
    probing: bool = False
    changing: bool = False


@dataclass(frozen=True, slots=True)
class PanelState:
    """The sentence is rich text, everything else plain."""

    sentence: str
    findings: tuple[Finding, ...] = ()
    note: str = ""
    matrix: tuple[MatrixRow, ...] = ()
    stop_set: StopSet | None = None
    report: ProbeReport | None = None
    probing: bool = False
    guest: str = ""
    examined: bool = False
    fix: str = field(default_factory=lambda: fix_label(None))
    fixes_at_once: bool = False
    can_fix: bool = False
    shows_undo: bool = False
    can_undo: bool = False
    can_probe: bool = False
    can_load: bool = False
    probe_hint: str = ""


def panel_state(model: ExaminedModel | None, around: Surroundings) -> PanelState:
    """The panel of a model that was examined, could not be, or is being examined."""
    if model is None:
        return PanelState(_no_files(around.location))
    guest = str(model.path) if around.guest else ""
    examination = model.examination
    if examination is None:
        said = escape(model.verdict)
        if model.error is not None:
            said = f"<b>{escape(model.error.sentence)}</b> {escape(model.error.remedy)}"
        return PanelState(said, guest=guest, can_load=around.guest and model.loadable)
    said = sentence(examination)
    if around.load_error is not None and not around.guest:
        reason = escape(around.load_error.sentence)
        said += f" <b>{_('It could not be loaded:')}</b> {reason}"
    loadable = model.loadable
    free = not around.probing and not around.changing
    return PanelState(
        sentence=said,
        findings=examination.findings,
        note=nothing_found(examination, len(CHECKS)),
        matrix=examination.matrix,
        stop_set=examination.stop_set,
        report=examination.probe,
        probing=around.probing and not around.guest,
        guest=guest,
        examined=True,
        fix=fix_label(examination),
        fixes_at_once=bool(examination.plan.changes),
        can_fix=bool(examination.fixable) and free,
        shows_undo=examination.undoable and not around.probing,
        can_undo=examination.undoable and free,
        can_probe=around.probing or (loadable if around.guest else around.loaded),
        can_load=around.guest and loadable,
        probe_hint=_probe_hint(around, loadable),
    )


def _no_files(location: str) -> str:
    if location:
        return escape(
            _("{location} is an address: there are no files to examine.").format(location=location)
        )
    return _("No model is loaded. Drop a model folder here to examine it.")


def _probe_hint(around: Surroundings, loadable: bool) -> str:
    if around.probing:
        return _("Stop the probe within a token (Esc)")
    if around.guest and not loadable:
        return _("The probe needs a model that runs here: a folder, no .gguf file.")
    if around.guest or around.loaded:
        return _("Ask the model itself: does it end its turns? (Ctrl+Shift+P)")
    return _("The probe needs a loaded model.")

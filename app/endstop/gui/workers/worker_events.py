"""What the model's thread reports about its jobs; each event carries the id of its job."""

from dataclasses import dataclass

from endstop.doctor.probe import ProbeReport, Probing
from endstop.engines.engine import ModelDescription
from endstop.engines.stop import StopSet
from endstop.errors import EndstopError
from endstop.extraction.events import Event


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """A model is being loaded; `fraction` runs from 0 to 1."""

    job_id: int
    stage: str
    fraction: float


@dataclass(frozen=True, slots=True)
class ModelLoaded:
    """A model is ready."""

    job_id: int
    model: ModelDescription
    stop_set: StopSet


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model could not be loaded; `error` None means that the load was cancelled."""

    job_id: int
    error: EndstopError | None


@dataclass(frozen=True, slots=True)
class ExtractionHappened:
    """One event of an extraction."""

    job_id: int
    event: Event


@dataclass(frozen=True, slots=True)
class ProbeHappened:
    """A step of a probe; the last one is the report."""

    job_id: int
    step: Probing | ProbeReport


@dataclass(frozen=True, slots=True)
class ProbeFailed:
    """A probe broke off; `error` None means that the user stopped it."""

    job_id: int
    error: EndstopError | None


WorkerEvent = (
    ModelLoading | ModelLoaded | ModelFailed | ExtractionHappened | ProbeHappened | ProbeFailed
)

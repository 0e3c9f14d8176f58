"""Which model the window works with, and whether it is ready."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from endstop.assets import bundled_model
from endstop.engines.engine import ModelDescription
from endstop.engines.stop import StopSet
from endstop.errors import EndstopError
from endstop.gui.workers.inference_thread import InferenceThread
from endstop.gui.workers.worker_events import ModelFailed, ModelLoaded, ModelLoading, WorkerEvent


class ModelState(StrEnum):
    """How far the model has come."""

    NONE = "none"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """The model's location and state; `fraction` of a load runs from 0 to 1."""

    location: str = ""
    state: ModelState = ModelState.NONE
    stage: str = ""
    fraction: float = 0.0
    model: ModelDescription | None = None
    stop_set: StopSet | None = None
    error: EndstopError | None = None

    @property
    def patched(self) -> bool:
        """Whether some stop token is not in the list that the model's files publish."""
        stops = self.stop_set
        return stops is not None and any(stops.is_patched(token.id) for token in stops.tokens)

    @property
    def name(self) -> str:
        """The model's name, or its folder's until it is known."""
        return self.model.name if self.model else location_name(self.location)


def location_name(location: str) -> str:
    """The folder's name of a model location, or its address."""
    return location if "://" in location else Path(location).name


def is_bundled(location: str) -> bool:
    """Whether a location is the demo model that ships with Endstop."""
    return location == str(bundled_model())


class ModelSession(QObject):
    """Follows the latest load; whatever older ones still report is ignored.

    `changed()`: another status. `ready()`, `failed(error)` and `stopped()` end a load.
    """

    changed = Signal()
    ready = Signal()
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, thread: InferenceThread, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = thread
        self._job_id = 0
        self.status = ModelStatus()
        thread.happened.connect(self._take)

    def load(self, location: str) -> None:
        """Load the model at `location` instead of the one there is, or that is being loaded."""
        self._thread.cancel(self._job_id)
        self._job_id = self._thread.submit_load(location)
        self._set(ModelStatus(location, ModelState.LOADING))

    def stop_loading(self) -> None:
        """Give up the load in progress at once, however long the thread takes to notice."""
        if self.status.state is ModelState.LOADING:
            self._thread.cancel(self._job_id)
            self._end(ModelStatus(self.status.location))
            self.stopped.emit()

    @Slot(object)
    def _take(self, event: WorkerEvent) -> None:
        location = self.status.location
        match event:
            case ModelLoading(self._job_id, stage, fraction):
                self._set(ModelStatus(location, ModelState.LOADING, stage, fraction))
            case ModelLoaded(self._job_id, model, stop_set):
                self._end(ModelStatus(location, ModelState.READY, model=model, stop_set=stop_set))
                self.ready.emit()
            case ModelFailed(self._job_id, None):
                self._end(ModelStatus(location))
                self.stopped.emit()
            case ModelFailed(self._job_id, error):
                self._end(ModelStatus(location, ModelState.FAILED, error=error))
                self.failed.emit(error)

    def _end(self, status: ModelStatus) -> None:
        """The load has ended: nothing more is heard of it."""
        self._job_id = 0
        self._set(status)

    def _set(self, status: ModelStatus) -> None:
        self.status = status
        self.changed.emit()

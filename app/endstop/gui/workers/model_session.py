"""Which model the window works with, and whether it is ready."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from endstop.assets import bundled_model
from endstop.engines.engine import ModelDescription
from endstop.engines.stop import StopSet
from endstop.errors import EndstopError
from endstop.gui.workers.inference_thread import (
    InferenceThread,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
)


class ModelState(StrEnum):
    """What the model is at."""

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
    """Follows the inference thread's loads; what older loads still report is not heard."""

    changed = Signal()
    ready = Signal()
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, thread: InferenceThread, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = thread
        self.status = ModelStatus()
        thread.happened.connect(self._take)

    def load(self, location: str) -> None:
        """Load the model at `location` instead of the one there is."""
        self._set(ModelStatus(location, ModelState.LOADING))
        self._thread.submit_load(location)

    def stop_loading(self) -> None:
        """Give up the load in progress."""
        self._thread.stop_loading()

    @Slot(object)
    def _take(self, happening: object) -> None:
        match happening:
            case ModelLoading(location, stage, fraction) if self._awaits(location):
                self._set(ModelStatus(location, ModelState.LOADING, stage, fraction))
            case ModelLoaded(location, model, stop_set) if self._awaits(location):
                self._set(ModelStatus(location, ModelState.READY, model=model, stop_set=stop_set))
                self.ready.emit()
            case ModelFailed(location, None) if self._awaits(location):
                self._set(ModelStatus(location))
                self.stopped.emit()
            case ModelFailed(location, error) if self._awaits(location):
                self._set(ModelStatus(location, ModelState.FAILED, error=error))
                self.failed.emit(error)

    def _awaits(self, location: str) -> bool:
        return location == self.status.location and self.status.state is ModelState.LOADING

    def _set(self, status: ModelStatus) -> None:
        self.status = status
        self.changed.emit()

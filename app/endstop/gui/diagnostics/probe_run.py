"""The probe of the loaded model, as the window's thread sees it."""

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from endstop.doctor.facts.subject import Subject
from endstop.doctor.probe import ProbeReport, Probing
from endstop.engines.engine import Token
from endstop.gui.widgets.coalesced import Coalesced
from endstop.gui.workers.inference_thread import InferenceThread
from endstop.gui.workers.worker_events import ProbeFailed, ProbeHappened, WorkerEvent

TOKENS_MS = 33


@dataclass(slots=True)
class ProbeProgress:
    """A probe that waits or runs: the tokens of its two answers so far."""

    location: str
    trial: int = 0
    answers: tuple[list[Token], list[Token]] = field(default_factory=lambda: ([], []))

    def take(self, step: Probing) -> None:
        """One more token."""
        self.trial = step.trial
        if isinstance(step.latest, Token):
            self.answers[step.trial - 1].append(step.latest)

    @property
    def count(self) -> int:
        """The tokens of the answer that is being written."""
        return len(self.answers[max(0, self.trial - 1)])


class ProbeRun(QObject):
    """One probe at a time.

    `changed()` comes at most about 30 times a second while tokens arrive, and once more when
    `ended(path, report)`, `failed(error)` or, after a stop, neither has come.
    """

    changed = Signal()
    ended = Signal(object, object)
    failed = Signal(object)

    def __init__(self, thread: InferenceThread, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = thread
        self.progress: ProbeProgress | None = None
        self._job_id = 0
        self._tokens = Coalesced(self.changed.emit, TOKENS_MS, self)
        thread.happened.connect(self._take)

    @property
    def active(self) -> bool:
        """Whether a probe waits or runs."""
        return self.progress is not None

    def begin(self, location: str, subject: Subject) -> None:
        """Probe the loaded model as soon as the thread has time."""
        if self.progress is None:
            self.progress = ProbeProgress(location)
            self._job_id = self._thread.submit_probe(location, subject)
            self.changed.emit()

    def stop(self) -> None:
        """Stop within a token."""
        self._thread.cancel(self._job_id)

    @Slot(object)
    def _take(self, event: WorkerEvent) -> None:
        progress = self.progress
        if progress is None:
            return
        match event:
            case ProbeHappened(self._job_id, Probing() as step):
                progress.take(step)
                self._tokens.request()
            case ProbeHappened(self._job_id, ProbeReport() as report):
                self.progress = None
                self.ended.emit(Path(progress.location), report)
                self._end()
            case ProbeFailed(self._job_id, error):
                self.progress = None
                if error is not None:
                    self.failed.emit(error)
                self._end()

    def _end(self) -> None:
        self._job_id = 0
        self._tokens.cancel()
        self.changed.emit()

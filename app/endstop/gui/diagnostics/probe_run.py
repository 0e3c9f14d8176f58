"""The probe of the loaded model, followed from the window's thread."""

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from endstop.doctor.probe import ProbeReport, Probing
from endstop.doctor.subject import Subject
from endstop.engines.engine import Token
from endstop.errors import EndstopError
from endstop.gui.workers.inference_thread import InferenceThread, ProbeFailed, ProbeHappened

FLUSH_MS = 33


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
        self._flush = QTimer(self)
        self._flush.setSingleShot(True)
        self._flush.setInterval(FLUSH_MS)
        self._flush.timeout.connect(self.changed)
        thread.happened.connect(self._take)

    @property
    def active(self) -> bool:
        """Whether a probe waits or runs."""
        return self.progress is not None

    def begin(self, location: str, subject: Subject) -> None:
        """Probe the loaded model as soon as the thread has time."""
        if self.progress is None:
            self.progress = ProbeProgress(location)
            self._thread.submit_probe(location, subject)
            self.changed.emit()

    def stop(self) -> None:
        """Stop within a token."""
        if self.progress is not None:
            self._thread.stop_probe()

    @Slot(object)
    def _take(self, happening: object) -> None:
        if self.progress is None:
            return
        match happening:
            case ProbeHappened(step=Probing() as step):
                self.progress.take(step)
                if not self._flush.isActive():
                    self._flush.start()
            case ProbeHappened(location, ProbeReport() as report):
                self.progress = None
                self.ended.emit(Path(location), report)
                self._end()
            case ProbeFailed(_, error):
                self.progress = None
                if isinstance(error, EndstopError):
                    self.failed.emit(error)
                self._end()

    def _end(self) -> None:
        self._flush.stop()
        self.changed.emit()

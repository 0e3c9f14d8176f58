"""The one thread that owns the model: it loads, generates and unloads, nothing else does."""

import itertools
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from PySide6.QtCore import QDeadlineTimer, QObject, QThread, Signal
from typing_extensions import override

from endstop.doctor.facts.subject import Subject
from endstop.doctor.probe import ProbeReport, Probing
from endstop.documents.renderer import Renderer
from endstop.engines.engine import Cancelled as IsCancelled
from endstop.engines.engine import Engine, Loading, ModelDescription
from endstop.engines.load import describe_model, leave_thread
from endstop.errors import CancelledError, EndstopError, ModelError
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.events import Cancelled, Completed, Event, Failed, Prepared
from endstop.extraction.page_source import PageSource
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Request
from endstop.gui.workers.unforeseen import as_error
from endstop.gui.workers.worker_events import (
    ExtractionHappened,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    ProbeFailed,
    ProbeHappened,
)
from endstop.translation import _

logger = logging.getLogger(__name__)

PATIENCE_S = 6.0
_ABANDONED: list[QThread] = []  # Qt ends the process if it destroys a thread that runs

LoadEngine = Callable[[Path | str, Callable[[Loading], None], IsCancelled], Engine]
RunExtraction = Callable[[Request, Engine, PageSource, IsCancelled], Iterator[Event]]
RunProbe = Callable[[Subject, Engine, PageSource, IsCancelled], Iterator[Probing | ProbeReport]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    id: int
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class _Load(_Job):
    location: str


@dataclass(frozen=True, slots=True)
class _Extract(_Job):
    request: Request


@dataclass(frozen=True, slots=True)
class _Probe(_Job):
    location: str
    subject: Subject


class InferenceThread(QThread):
    """Takes jobs from a queue, one at a time, and emits `happened(WorkerEvent)` for all they do.

    Each job has an id, which `submit_...` returns and its events carry, so that nobody mistakes a
    late word of an older job for the answer to a newer one. Every job ends with an event: the
    result, or what went wrong. Methods are for the GUI thread; the signal is emitted from the
    thread itself and, because this object lives in the GUI thread, arrives there.
    """

    happened = Signal(object)

    def __init__(
        self,
        load: LoadEngine,
        extract: RunExtraction,
        probe: RunProbe,
        make_renderer: Callable[[], Renderer],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._load = load
        self._extract = extract
        self._probe = probe
        self._make_renderer = make_renderer
        self._ids = itertools.count(1)
        self._jobs: SimpleQueue[_Load | _Extract | _Probe | None] = SimpleQueue()
        self._unfinished: dict[int, threading.Event] = {}
        self._following: Request | None = None
        self._engine: Engine | None = None
        self._location = ""

    def submit_load(self, location: str) -> int:
        """Load another model after the job under way; the job's id."""
        return self._submit(_Load(location, id=next(self._ids)))

    def submit_extraction(self, request: Request) -> int:
        """Extract one document; the job's id."""
        return self._submit(_Extract(request, id=next(self._ids)))

    def submit_probe(self, location: str, subject: Subject) -> int:
        """Probe the model at `location`, loaded or submitted to be loaded before; the job's id."""
        return self._submit(_Probe(location, subject, id=next(self._ids)))

    def cancel(self, job_id: int) -> None:
        """Cancel a job that is waiting or running; nothing happens if it has ended."""
        if (cancelled := self._unfinished.get(job_id)) is not None:
            cancelled.set()

    def announce(self, request: Request | None) -> None:
        """The request that will follow: its pages are made ready while the one before decodes."""
        self._following = request

    def shut_down(self, patience_s: float = PATIENCE_S) -> bool:
        """Cancel everything and wait for the thread to end.

        False if it hangs, for instance in a file that never answers: it is abandoned after
        `patience_s` seconds and lasts until the process ends.
        """
        for cancelled in list(self._unfinished.values()):
            cancelled.set()
        self._jobs.put(None)
        ended = self.wait(QDeadlineTimer(round(patience_s * 1000)))
        if not ended:
            self.setParent(None)
            _ABANDONED.append(self)
        return ended

    def _submit(self, job: _Load | _Extract | _Probe) -> int:
        self._unfinished[job.id] = job.cancelled
        self._jobs.put(job)
        return job.id

    @override
    def run(self) -> None:
        renderer = self._make_renderer()
        pages = PagesAhead(renderer)
        try:
            while (job := self._jobs.get()) is not None:
                logger.info("job %d begins: %s", job.id, type(job).__name__.strip("_").lower())
                match job:
                    case _Load():
                        self._run_load(job, pages)
                    case _Extract():
                        self._run_extraction(job, pages)
                    case _Probe():
                        self._run_probe(job, pages)
                del self._unfinished[job.id]
                logger.info("job %d has ended", job.id)
        finally:
            pages.close()
            self._unload()
            renderer.close()
            leave_thread()

    def _run_load(self, job: _Load, pages: PagesAhead) -> None:
        def progress(loading: Loading) -> None:
            self.happened.emit(ModelLoading(job.id, loading.stage, loading.fraction))

        def cancelled() -> bool:
            if description is not None:
                self._prepare_following(pages, description)
            return job.cancelled.is_set()

        try:
            self._unload()
            if job.cancelled.is_set():
                raise CancelledError
            description = _described(job.location)
            engine = self._load(job.location, progress, cancelled)
        except BaseException as error:
            self.happened.emit(ModelFailed(job.id, _reason(error)))
        else:
            self._engine, self._location = engine, job.location
            self.happened.emit(ModelLoaded(job.id, engine.model, engine.stop_set))

    def _run_extraction(self, job: _Extract, pages: PagesAhead) -> None:
        prepared = ended = False
        try:
            engine = self._loaded()
            for event in self._extract(job.request, engine, pages, job.cancelled.is_set):
                ended = ended or isinstance(event, Completed | Cancelled | Failed)
                self.happened.emit(ExtractionHappened(job.id, event))
                prepared = prepared or isinstance(event, Prepared)
                if prepared:
                    self._prepare_following(pages, engine.model)
        except BaseException as error:
            if not ended:
                reason = _reason(error)
                last = Cancelled(None) if reason is None else Failed(reason)
                self.happened.emit(ExtractionHappened(job.id, last))

    def _prepare_following(self, pages: PagesAhead, model: ModelDescription) -> None:
        """Have the pages of the request that was announced rasterised meanwhile."""
        if (following := self._following) is not None:
            self._following = None
            pages.prepare(following, profile_for(model).sizing)

    def _run_probe(self, job: _Probe, pages: PagesAhead) -> None:
        try:
            if job.cancelled.is_set():
                raise CancelledError
            engine = self._loaded(job.location)
            for step in self._probe(job.subject, engine, pages, job.cancelled.is_set):
                self.happened.emit(ProbeHappened(job.id, step))
        except BaseException as error:
            self.happened.emit(ProbeFailed(job.id, _reason(error)))

    def _loaded(self, location: str | None = None) -> Engine:
        """The loaded model, which must be the one at `location` if that is given; ModelError."""
        if self._engine is None or location not in (None, self._location):
            raise ModelError(_("No model is loaded."), _("Choose a model in the toolbar."))
        return self._engine

    def _unload(self) -> None:
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.close()


def _described(location: str) -> ModelDescription | None:
    """What the files say about the model; None where loading it will say why not."""
    try:
        return describe_model(location)
    except Exception:
        logger.exception("The model could not be described")
        return None


def _reason(error: BaseException) -> EndstopError | None:
    """Why a job ended before its time, None if it was cancelled; what is unforeseen is logged."""
    if isinstance(error, CancelledError):
        return None
    if isinstance(error, EndstopError):
        logger.warning("the job failed: %s", type(error).__name__)
    else:
        logger.error("The model's thread failed", exc_info=error)
    return as_error(error, _("The model failed: {kind}: {text}"))

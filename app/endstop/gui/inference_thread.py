"""The one thread that owns the model: it loads, generates and unloads, nothing else does."""

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from PySide6.QtCore import QObject, QThread, Signal
from typing_extensions import override

from endstop.doctor.probe import ProbeReport, Probing
from endstop.doctor.subject import Subject
from endstop.documents.renderer import Renderer
from endstop.engines.engine import Cancelled, Engine, Loading, ModelDescription
from endstop.engines.load import describe_model, leave_thread
from endstop.engines.stop import StopSet
from endstop.errors import CancelledError, EndstopError, ModelError
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.events import Event, Failed, Prepared
from endstop.extraction.page_source import PageSource
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Request
from endstop.translation import _

logger = logging.getLogger(__name__)

LoadEngine = Callable[[Path | str, Callable[[Loading], None], Cancelled], Engine]
RunExtraction = Callable[[Request, Engine, PageSource, Cancelled], Iterator[Event]]
RunProbe = Callable[[Subject, Engine, PageSource, Cancelled], Iterator[Probing | ProbeReport]]


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """A model is being loaded; `fraction` runs from 0 to 1."""

    location: str
    stage: str
    fraction: float


@dataclass(frozen=True, slots=True)
class ModelLoaded:
    """A model is ready."""

    location: str
    model: ModelDescription
    stop_set: StopSet


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model could not be loaded; `error` None means that the user stopped it."""

    location: str
    error: EndstopError | None


@dataclass(frozen=True, slots=True)
class JobHappened:
    """An event of the extraction that was submitted as `job_id`."""

    job_id: int
    event: Event


@dataclass(frozen=True, slots=True)
class ProbeHappened:
    """A step of the probe of the model at `location`; the last one is the report."""

    location: str
    step: Probing | ProbeReport


@dataclass(frozen=True, slots=True)
class ProbeFailed:
    """The probe broke off; `error` None means that the user stopped it."""

    location: str
    error: EndstopError | None


Happening = ModelLoading | ModelLoaded | ModelFailed | JobHappened | ProbeHappened | ProbeFailed


@dataclass(frozen=True, slots=True)
class _Load:
    location: str
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class _Extract:
    job_id: int
    request: Request
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class _Probe:
    location: str
    subject: Subject
    cancelled: threading.Event = field(default_factory=threading.Event)


class InferenceThread(QThread):
    """Takes jobs from a queue, one at a time, and emits `happened` for all that they do.

    Methods are for the GUI thread; the signal is emitted from the thread itself and, because
    this object lives in the GUI thread, arrives there.
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
        self._jobs: SimpleQueue[_Load | _Extract | _Probe | None] = SimpleQueue()
        self._latest_load: _Load | None = None
        self._latest_extraction: _Extract | None = None
        self._latest_probe: _Probe | None = None
        self._following: Request | None = None
        self._engine: Engine | None = None
        self._location = ""

    def submit_load(self, location: str) -> None:
        """Load another model after the running extraction; a load in progress is cancelled."""
        self.stop_loading()
        self._latest_load = _Load(location)
        self._jobs.put(self._latest_load)

    def submit_extraction(self, job_id: int, request: Request) -> None:
        """Extract one document."""
        self._latest_extraction = _Extract(job_id, request)
        self._jobs.put(self._latest_extraction)

    def announce(self, request: Request | None) -> None:
        """The request that will follow: its pages are made ready while the one before decodes."""
        self._following = request

    def submit_probe(self, location: str, subject: Subject) -> None:
        """Probe the model at `location`, which was loaded or submitted to be loaded before."""
        self._latest_probe = _Probe(location, subject)
        self._jobs.put(self._latest_probe)

    def stop_extraction(self) -> None:
        """Cancel the extraction that was submitted last."""
        if self._latest_extraction is not None:
            self._latest_extraction.cancelled.set()

    def stop_loading(self) -> None:
        """Cancel the load that was submitted last."""
        if self._latest_load is not None:
            self._latest_load.cancelled.set()

    def stop_probe(self) -> None:
        """Cancel the probe that was submitted last."""
        if self._latest_probe is not None:
            self._latest_probe.cancelled.set()

    def shut_down(self) -> None:
        """Cancel everything and return when the thread has ended."""
        self.stop_probe()
        self.stop_extraction()
        self.stop_loading()
        self._jobs.put(None)
        self.wait()

    @override
    def run(self) -> None:
        renderer = self._make_renderer()
        pages = PagesAhead(renderer)
        try:
            while (job := self._jobs.get()) is not None:
                match job:
                    case _Load():
                        self._run_load(job, pages)
                    case _Extract():
                        self._run_extraction(job, pages)
                    case _Probe():
                        self._run_probe(job, pages)
        finally:
            pages.close()
            self._unload()
            renderer.close()
            leave_thread()

    def _run_load(self, job: _Load, pages: PagesAhead) -> None:
        def progress(loading: Loading) -> None:
            self.happened.emit(ModelLoading(job.location, loading.stage, loading.fraction))

        def cancelled() -> bool:
            if description is not None:
                self._prepare_following(pages, description)
            return job.cancelled.is_set()

        self._unload()
        description = _described(job.location)
        try:
            engine = self._load(job.location, progress, cancelled)
        except CancelledError:
            self.happened.emit(ModelFailed(job.location, None))
        except EndstopError as error:
            self.happened.emit(ModelFailed(job.location, error))
        except Exception as error:
            logger.exception("Loading failed")
            self.happened.emit(ModelFailed(job.location, _fault(error)))
        else:
            self._engine, self._location = engine, job.location
            self.happened.emit(ModelLoaded(job.location, engine.model, engine.stop_set))

    def _run_extraction(self, job: _Extract, pages: PagesAhead) -> None:
        engine = self._engine
        if engine is None:
            self.happened.emit(JobHappened(job.job_id, Failed(_no_model())))
            return
        prepared = False
        try:
            for event in self._extract(job.request, engine, pages, job.cancelled.is_set):
                self.happened.emit(JobHappened(job.job_id, event))
                prepared = prepared or isinstance(event, Prepared)
                if prepared:
                    self._prepare_following(pages, engine.model)
        except Exception as error:
            logger.exception("The extraction failed")
            self.happened.emit(JobHappened(job.job_id, Failed(_fault(error))))

    def _prepare_following(self, pages: PagesAhead, model: ModelDescription) -> None:
        """Have the pages of the request that was announced rasterised meanwhile."""
        if (following := self._following) is not None:
            self._following = None
            pages.prepare(following, profile_for(model).sizing)

    def _run_probe(self, job: _Probe, pages: PagesAhead) -> None:
        location, engine = job.location, self._engine
        if job.cancelled.is_set() or engine is None or self._location != location:
            error = None if job.cancelled.is_set() else _no_model()
            self.happened.emit(ProbeFailed(location, error))
            return
        try:
            for step in self._probe(job.subject, engine, pages, job.cancelled.is_set):
                self.happened.emit(ProbeHappened(location, step))
        except CancelledError:
            self.happened.emit(ProbeFailed(location, None))
        except EndstopError as error:
            self.happened.emit(ProbeFailed(location, error))
        except Exception as error:
            logger.exception("The probe failed")
            self.happened.emit(ProbeFailed(location, _fault(error)))

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def _described(location: str) -> ModelDescription | None:
    """What the files say about the model; None where loading it will say why not."""
    try:
        return describe_model(location)
    except Exception:
        logger.exception("The model could not be described")
        return None


def _no_model() -> ModelError:
    return ModelError(_("No model is loaded."), _("Choose a model in the toolbar."))


def _fault(error: Exception) -> ModelError:
    """An exception that nobody foresaw, as a sentence."""
    return ModelError(
        _("The model failed: {kind}: {text}").format(kind=type(error).__name__, text=error),
        _("Try again; if it stays, please report it."),
    )

"""Which documents wait for the model, and which one it works on."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from endstop.extraction.events import Cancelled, Completed, Failed
from endstop.extraction.request import Options, Request
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.workers.inference_thread import InferenceThread
from endstop.gui.workers.model_session import ModelSession, ModelState
from endstop.gui.workers.worker_events import ExtractionHappened, WorkerEvent
from endstop.schemas.schema import ExtractionSchema


class ExtractionQueue(QObject):
    """Hands the waiting documents to the model's thread, one at a time, and their events to the
    list.

    `run_ended(id)` follows the last event of a run. `changed()`: the length of the queue or the
    running document changed.
    """

    run_ended = Signal(int)
    changed = Signal()

    def __init__(
        self,
        documents: DocumentList,
        session: ModelSession,
        thread: InferenceThread,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self._session = session
        self._thread = thread
        self._waiting: dict[int, None] = {}  # a set that keeps its order
        self._running: ListedDocument | None = None
        self._job_id = 0
        self._finished = 0
        self._held = False
        thread.happened.connect(self._take)
        session.ready.connect(self._start_next)

    @property
    def running(self) -> ListedDocument | None:
        """The document that the model works on."""
        return self._running

    @property
    def waiting(self) -> int:
        """How many documents wait."""
        return len(self._waiting)

    @property
    def position(self) -> tuple[int, int]:
        """Which document of how many runs, counted since the queue was last empty."""
        started = self._finished + (self._running is not None)
        return started, started + len(self._waiting)

    def add(
        self, documents: Iterable[ListedDocument], schema: ExtractionSchema, options: Options
    ) -> None:
        """Queue those documents that can be extracted."""
        requests = {}
        for document in documents:
            if document.source is not None and document.extractable:
                own = document.page_choices.applied(options)
                if document.password is not None:
                    own = replace(own, password=document.password)
                requests[document.id] = Request(document.source, schema, own)
        self._waiting.update(dict.fromkeys(requests))
        self._documents.queue(requests)
        self._start_next()

    def hold(self, held: bool) -> None:
        """While held, what waits goes on waiting; the running document is not touched."""
        if held != self._held:
            self._held = held
            self._start_next()

    def stop_running(self) -> None:
        """Stop the running document; its partial result stays, the others go on."""
        self._thread.cancel(self._job_id)

    def withdraw(self, ids: Iterable[int]) -> None:
        """Take waiting documents out of the queue."""
        withdrawn = [entry_id for entry_id in ids if entry_id in self._waiting]
        for entry_id in withdrawn:
            del self._waiting[entry_id]
        self._documents.withdraw(withdrawn)
        self.changed.emit()

    def withdraw_all(self) -> None:
        """Empty the queue; the running document is not touched."""
        self.withdraw(list(self._waiting))

    def forget(self, ids: Collection[int]) -> None:
        """Take documents that are being removed out of the queue, and stop the one that runs."""
        self.withdraw(ids)
        if self._running is not None and self._running.id in ids:
            self.stop_running()

    @Slot()
    def _start_next(self) -> None:
        ready = self._session.status.state is ModelState.READY and not self._held
        if self._running is None and ready:
            while self._waiting and self._running is None:
                entry_id = next(iter(self._waiting))
                del self._waiting[entry_id]
                self._start(self._documents.find(entry_id))
        if self._running is None and not self._waiting:
            self._finished = 0
        following = self._documents.find(next(iter(self._waiting), 0))
        self._thread.announce(following.request if following else None)
        self.changed.emit()

    def _start(self, document: ListedDocument | None) -> None:
        waits = document is not None and document.state is DocumentState.WAITING
        if document is not None and document.request is not None and waits:
            self._running = document
            self._job_id = self._thread.submit_extraction(document.request)
            self._documents.begin(document.id)

    @Slot(object)
    def _take(self, event: WorkerEvent) -> None:
        running = self._running
        if not isinstance(event, ExtractionHappened) or running is None:
            return
        if event.job_id != self._job_id:
            return
        self._documents.apply(running.id, event.event)
        if isinstance(event.event, Completed | Cancelled | Failed):
            self._running, self._job_id = None, 0
            self._finished += 1
            self.run_ended.emit(running.id)
            self._start_next()

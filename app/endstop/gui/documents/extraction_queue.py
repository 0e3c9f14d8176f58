"""Which documents wait for the model, and what the running one does."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from endstop.extraction.events import Cancelled, Completed, Failed, TokensArrived
from endstop.extraction.request import Options, Request
from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.document_table import DocumentTable
from endstop.gui.workers.inference_thread import InferenceThread, JobHappened
from endstop.gui.workers.model_session import ModelSession, ModelState
from endstop.schemas.schema import ExtractionSchema

FLUSH_MS = 33


class ExtractionQueue(QObject):
    """Hands the waiting documents to the inference thread, one at a time.

    `entry_changed(id)` comes at most about 30 times a second while tokens arrive.
    `run_ended(id)` follows the last change of a run. `changed()` says that the queue's length or
    the running document changed.
    """

    entry_changed = Signal(int)
    run_ended = Signal(int)
    changed = Signal()

    def __init__(
        self,
        table: DocumentTable,
        session: ModelSession,
        thread: InferenceThread,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._session = session
        self._thread = thread
        self._waiting: list[int] = []
        self._running: DocumentEntry | None = None
        self._finished = 0
        self._held = False
        self._flush = QTimer(self)
        self._flush.setSingleShot(True)
        self._flush.setInterval(FLUSH_MS)
        self._flush.timeout.connect(self._tell_tokens)
        thread.happened.connect(self._take)
        session.ready.connect(self._start_next)

    @property
    def running(self) -> DocumentEntry | None:
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
        self, entries: Iterable[DocumentEntry], schema: ExtractionSchema, options: Options
    ) -> None:
        """Queue those entries that can be extracted."""
        for entry in entries:
            if entry.source is not None and entry.extractable:
                own = entry.reading.applied(replace(options, password=entry.password))
                entry.queue(Request(entry.source, schema, own))
                self._waiting.append(entry.id)
                self.entry_changed.emit(entry.id)
        self._start_next()

    def hold(self, held: bool) -> None:
        """While held, what waits goes on waiting; the running document is not touched."""
        if held != self._held:
            self._held = held
            self._start_next()

    def stop_running(self) -> None:
        """Stop the running document; its partial result stays, the others go on."""
        if self._running is not None:
            self._thread.stop_extraction()

    def withdraw(self, ids: Iterable[int]) -> None:
        """Take waiting documents out of the queue."""
        for entry_id in ids:
            if entry_id in self._waiting:
                self._waiting.remove(entry_id)
                entry = self._table.find(entry_id)
                if entry is not None and entry.state is DocumentState.WAITING:
                    entry.withdraw()
                    self.entry_changed.emit(entry_id)
        self.changed.emit()

    def withdraw_all(self) -> None:
        """Empty the queue; the running document is not touched."""
        self.withdraw(list(self._waiting))

    def forget(self, entry: DocumentEntry) -> None:
        """An entry is removed: take it out of the queue, or stop it."""
        self.withdraw([entry.id])
        if entry is self._running:
            self.stop_running()

    @Slot()
    def _start_next(self) -> None:
        ready = self._session.status.state is ModelState.READY and not self._held
        if self._running is None and ready:
            while self._waiting and self._running is None:
                self._start(self._table.find(self._waiting.pop(0)))
        if self._running is None and not self._waiting:
            self._finished = 0
        following = self._table.find(self._waiting[0]) if self._waiting else None
        self._thread.announce(following.request if following else None)
        self.changed.emit()

    def _start(self, entry: DocumentEntry | None) -> None:
        if entry is None or entry.request is None or entry.state is not DocumentState.WAITING:
            return
        self._running = entry
        entry.begin()
        self._thread.submit_extraction(entry.id, entry.request)
        self.entry_changed.emit(entry.id)

    @Slot(object)
    def _take(self, happening: object) -> None:
        if not isinstance(happening, JobHappened) or self._running is None:
            return
        entry, event = self._running, happening.event
        entry.apply(event)
        if isinstance(event, TokensArrived):
            if not self._flush.isActive():
                self._flush.start()
            return
        self._flush.stop()
        self.entry_changed.emit(entry.id)
        if isinstance(event, Completed | Cancelled | Failed):
            self._running = None
            self._finished += 1
            self.run_ended.emit(entry.id)
            self._start_next()

    @Slot()
    def _tell_tokens(self) -> None:
        if self._running is not None:
            self.entry_changed.emit(self._running.id)

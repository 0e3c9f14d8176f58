"""Everything of the window that is no widget: documents, model, queue, previews, files."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from endstop.assets import bundled_model, resource
from endstop.documents.page_store import PageStore
from endstop.documents.renderer import Renderer
from endstop.documents.source import Document
from endstop.errors import EndstopError
from endstop.extraction.examinee import probe_engine
from endstop.extraction.extract import extract
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Options
from endstop.gui.diagnostics.examiner import Examiner
from endstop.gui.diagnostics.probe_run import ProbeRun
from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.document_table import DocumentTable
from endstop.gui.documents.exporter import Exporter
from endstop.gui.documents.extraction_queue import ExtractionQueue
from endstop.gui.documents.intake import Intake
from endstop.gui.documents.previews import Previews
from endstop.gui.settings.schema_choice import SchemaChoice
from endstop.gui.settings.settings import Settings
from endstop.gui.workers.inference_thread import InferenceThread, LoadEngine
from endstop.gui.workers.model_session import ModelSession, ModelState
from endstop.schemas.library import library_schemas


class Workspace(QObject):
    """Owns the collaborators and what one of them must tell another.

    `entry_changed(id)`: any change of a document. `sizing_changed()`: pages look different now.
    `schema_changed()`: another schema is the current one.
    """

    entry_changed = Signal(int)
    sizing_changed = Signal()
    schema_changed = Signal()

    def __init__(self, settings: Settings, load: LoadEngine, parent: QObject) -> None:
        super().__init__(parent)
        self.settings = settings
        self.schemas = SchemaChoice(library_schemas(), settings.schema_files, settings.schema)
        self.table = DocumentTable(self)
        make_renderer = partial(Renderer, store=PageStore())
        self.thread_of_model = InferenceThread(load, extract, probe_engine, make_renderer, self)
        self.session = ModelSession(self.thread_of_model, self)
        self.queue = ExtractionQueue(self.table, self.session, self.thread_of_model, self)
        self.intake = Intake(self.table, self)
        self.previews = Previews(make_renderer, self)
        self.exporter = Exporter(self)
        self.examiner = Examiner(self)
        self.probe = ProbeRun(self.thread_of_model, self)
        self._asked_for: set[int] = set()
        self.closed = False
        self._connect()

    def start(self) -> None:
        """Start the model's thread and load the model of last time, or the bundled one.

        Nothing begins once all was shut down.
        """
        if self.closed:
            return
        self.thread_of_model.start()
        last = self.settings.model
        self.session.load(last if last and Path(last).is_dir() else str(bundled_model()))

    def shut_down(self) -> None:
        """Cancel everything and return when all threads and processes have ended."""
        if self.closed:
            return
        self.closed = True
        self.intake.shut_down()
        self.previews.shut_down()
        self.exporter.shut_down()
        self.examiner.shut_down()
        self.thread_of_model.shut_down()

    def add(self, paths: Sequence[Path], extract_now: bool | None = None) -> list[int]:
        """Take files and folders; `extract_now` None leaves it to the setting."""
        added = self.intake.take(paths)
        if extract_now:
            self._asked_for.update(added)
            for entry in self.table:
                if entry.path in [path.resolve() for path in paths] and entry.id not in added:
                    self.extract([entry])
        return added

    def add_sample(self) -> list[int]:
        """Take the first sample and extract it with its schema."""
        samples = resource("samples")
        first = json.loads((samples / "samples.json").read_text(encoding="utf-8"))[0]
        self.choose_schema(first["schema"])
        return self.add([samples / first["file"]], extract_now=True)

    def choose_schema(self, key: str) -> None:
        """Use another schema from now on, a library name or a path; SchemaError if it fails."""
        self.schemas.choose(key)
        self.settings.schema = key
        self.settings.schema_files = self.schemas.files
        self.schema_changed.emit()

    def extract(self, entries: Iterable[DocumentEntry], constrained: bool = True) -> None:
        """Queue documents with the current schema and limits."""
        limits = self.settings.limits
        options = Options(
            constrained=constrained, max_tokens=limits.tokens, max_seconds=limits.seconds
        )
        self.queue.add(entries, self.schemas.current, options)

    @Slot(int)
    def retry(self, entry_id: int) -> None:
        """Extract one document again, and open it again if it could not be opened."""
        entry = self.table.find(entry_id)
        if entry is not None:
            if entry.document is None:
                self.previews.open(entry)
            self.extract([entry])

    @Slot(int)
    def extract_unconstrained(self, entry_id: int) -> None:
        """Queue one document again, without a grammar, as the user explicitly chose."""
        entry = self.table.find(entry_id)
        if entry is not None:
            self.extract([entry], constrained=False)

    @Slot(int, str)
    def unlock(self, entry_id: int, password: str) -> None:
        """Try a password on a locked document; if it fits, the document is extracted."""
        entry = self.table.find(entry_id)
        if entry is not None:
            entry.unlock(password)
            self._asked_for.add(entry_id)
            self.previews.open(entry)
            self.tell(entry_id)

    @property
    def profile_tokens(self) -> int | None:
        """The longest answer by the profile of the loaded model, None while there is none."""
        model = self.session.status.model
        return profile_for(model).max_tokens if model else None

    def unextracted(self) -> Iterator[DocumentEntry]:
        """The documents that were recognised and never asked for."""
        return (entry for entry in self.table if entry.state is DocumentState.READY)

    def with_results(self) -> Iterator[DocumentEntry]:
        """The documents that have a result or a partial one."""
        return (entry for entry in self.table if entry.extraction is not None)

    def remove(self, entries: Sequence[DocumentEntry]) -> list[tuple[int, DocumentEntry]]:
        """Take documents out of the list; the return value is for `restore`."""
        for entry in entries:
            self.queue.forget(entry)
            self.previews.forget(entry.id)
        return self.table.remove({entry.id for entry in entries})

    def restore(self, taken: Sequence[tuple[int, DocumentEntry]]) -> None:
        """Put removed documents back where they were."""
        for row, entry in taken:
            if self.table.find_path(entry.path) is None:
                self.table.insert(row, entry)

    def stop(self) -> None:
        """Stop the running document, or else a probe, or else a load in progress."""
        if self.queue.running is not None:
            self.queue.stop_running()
        elif self.probe.active:
            self.probe.stop()
        elif self.session.status.state is ModelState.LOADING:
            self.session.stop_loading()

    def stop_all(self) -> None:
        """Empty the queue and stop what runs."""
        self.queue.withdraw_all()
        self.stop()

    def _connect(self) -> None:
        self.queue.entry_changed.connect(self.tell)
        self.intake.recognised.connect(self._recognised)
        self.previews.opened.connect(self._opened)
        self.previews.thumbnail_ready.connect(self.table.set_thumbnail)
        self.session.changed.connect(self._model_changed)
        self.probe.changed.connect(self._hold_queue)
        self.probe.ended.connect(self.examiner.take_probe)

    @Slot(int)
    def tell(self, entry_id: int) -> None:
        """Say that a document changed."""
        self.table.touch(entry_id)
        self.entry_changed.emit(entry_id)

    @Slot(int)
    def _recognised(self, entry_id: int) -> None:
        entry = self.table.find(entry_id)
        if entry is None:
            return
        asked = entry_id in self._asked_for
        self._asked_for.discard(entry_id)
        self.tell(entry_id)
        if entry.source is not None:
            self.previews.open(entry)
            if asked or self.settings.extract_on_drop:
                self.extract([entry])

    @Slot(int, object)
    def _opened(self, entry_id: int, outcome: Document | EndstopError) -> None:
        entry = self.table.find(entry_id)
        if entry is not None:
            unreadable = entry.opened(outcome)
            if unreadable:
                self.queue.withdraw([entry_id])
            self.tell(entry_id)
            if entry_id in self._asked_for:
                self._asked_for.discard(entry_id)
                if not unreadable:
                    self.extract([entry])

    @Slot()
    def _model_changed(self) -> None:
        status = self.session.status
        self.examiner.follow(status.location)
        progress = self.probe.progress
        if progress is not None and progress.location != status.location:
            self.probe.stop()
        self.table.set_model_ready(status.state is ModelState.READY)
        if status.model is not None and self.previews.set_sizing(profile_for(status.model).sizing):
            self.sizing_changed.emit()

    @Slot()
    def _hold_queue(self) -> None:
        """Documents wait while the model is probed; what runs is finished first."""
        self.queue.hold(self.probe.active)

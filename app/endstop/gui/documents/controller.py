"""The documents: how they come into the list, are opened, wait, and leave it as files."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Slot
from PySide6.QtGui import QGuiApplication

from endstop.assets import resource
from endstop.documents.renderer import Renderer
from endstop.documents.source import Document
from endstop.errors import EndstopError, GrammarError, ModelError, UnforeseenError
from endstop.gui.documents import document_notices as notices
from endstop.gui.documents.choices import Choices, DocumentDialogs
from endstop.gui.documents.document_actions import DocumentActions
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.document_list import DocumentList, Removed
from endstop.gui.documents.documents_panel import DocumentsPanel
from endstop.gui.documents.drop_target import DropTarget
from endstop.gui.documents.exporter import Exporter
from endstop.gui.documents.extraction_queue import ExtractionQueue
from endstop.gui.documents.importing.importer import Importer
from endstop.gui.documents.importing.transfer import transfer_of
from endstop.gui.documents.importing.transfer_wording import Origin, refusal_of
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.previews import Previews
from endstop.gui.widgets.coalesced import Coalesced
from endstop.gui.widgets.notices import Notice, NoticeStrip
from endstop.gui.widgets.theme import Theme
from endstop.gui.workers.inference_thread import InferenceThread
from endstop.gui.workers.model_session import ModelSession, ModelState
from endstop.translation import _


class DocumentsController(QObject):
    """Knows the list and its views, the column and the drop target, and nothing of other rooms."""

    def __init__(
        self,
        choices: Choices,
        session: ModelSession,
        thread: InferenceThread,
        make_renderer: Callable[[], Renderer],
        dialogs: DocumentDialogs,
        strip: NoticeStrip,
        theme: Theme,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._choices = choices
        self._session = session
        self._dialogs = dialogs
        self._strip = strip
        self._to_extract: set[int] = set()  # as soon as they are recognised and opened
        self._missed: set[int] = set()  # recognised while they were out of the list
        self.actions = DocumentActions(parent)
        self.list = DocumentList(self)
        self.queue = ExtractionQueue(self.list, session, thread, self)
        self.importer = Importer(self.list, strip, self)
        self.previews = Previews(self.list, make_renderer, self)
        self.exporter = Exporter(
            self.list, choices, self.importer.pictures.holds, dialogs, strip, self
        )
        self.panel = DocumentsPanel(self.list, theme, self.actions.extract_on_drop)
        self.drop_target = DropTarget(theme, self.actions.extract_on_drop)
        self._look = Coalesced(self._enable_actions, 0, self)
        self._connect_model()
        self._connect_views()
        self._enable_actions()

    def shut_down(self) -> None:
        """Stop everything, but let an export finish."""
        self.importer.shut_down()
        self.previews.shut_down()
        self.exporter.shut_down()

    def take(self, paths: Sequence[Path], extract_now: bool = False) -> list[int]:
        """Add files and folders; the first is shown if nothing is yet. The ids of the new rows."""
        added = self.importer.take(paths)
        if extract_now:
            self._to_extract.update(added)
            known = (self.list.find_path(path.resolve()) for path in paths)
            self.extract(each for each in known if each is not None and each.id not in added)
        if added and not self.panel.selected:
            self.panel.select(added[0])
        return added

    def take_transfer(self, mime: QMimeData, origin: Origin) -> None:
        """Take what a drag or the clipboard holds, and say which part cannot be taken."""
        transfer = transfer_of(mime)
        if transfer.paths:
            self.take(transfer.paths)
        if transfer.picture is not None:
            self.importer.save(transfer.picture, origin)
        if refusal := refusal_of(transfer, origin):
            self._strip.show_notice(notices.refusal_notice(refusal))

    def extract(self, documents: Iterable[ListedDocument], constrained: bool = True) -> None:
        """Queue documents with the schema and the limits that hold now."""
        self.queue.add(documents, self._choices.schema, self._choices.options(constrained))

    @Slot(int)
    def retry(self, entry_id: int) -> None:
        """Extract one document again, and open it again if it could not be opened."""
        document = self.list.find(entry_id)
        if document is not None:
            self.previews.forget([entry_id])  # pages that failed are tried again too
            if document.document is None:
                self.previews.open([document])
            self.extract([document])

    @Slot(int)
    def extract_unconstrained(self, entry_id: int) -> None:
        """Queue one document again, without a grammar, as the user explicitly chose."""
        document = self.list.find(entry_id)
        if document is not None:
            self.extract([document], constrained=False)

    @Slot(int, str)
    def unlock(self, entry_id: int, password: str) -> None:
        """Try a password on a locked document; if it fits, the document is extracted."""
        document = self.list.find(entry_id)
        if document is not None:
            self.list.unlock(entry_id, password)
            self._to_extract.add(entry_id)
            self.previews.open([document])

    def unextracted(self) -> Iterator[ListedDocument]:
        """The documents that were recognised but never queued."""
        new = self.list.groups.new
        return (each for each in self.list if each.id in new)

    def with_results(self) -> Iterator[ListedDocument]:
        """The documents that have a result or a partial one."""
        with_result = self.list.groups.with_result
        return (each for each in self.list if each.id in with_result)

    @Slot()
    def open_files(self) -> None:
        """Ask for files and take them."""
        paths = self._dialogs.documents(self._choices.open_folder)
        if paths:
            self._choices.open_folder = str(paths[0].parent)
            self.take(paths)

    @Slot()
    def open_folder(self) -> None:
        """Ask for a folder and take what is in it."""
        folder = self._dialogs.folder(_("Open Folder"), self._choices.open_folder)
        if folder is not None:
            self._choices.open_folder = str(folder)
            self.take([folder])

    @Slot()
    def add_sample(self) -> None:
        """Take the first sample and extract it with its schema."""
        samples = resource("samples")
        first = json.loads((samples / "samples.json").read_text(encoding="utf-8"))[0]
        self._choices.choose_schema(first["schema"])
        self.take([samples / first["file"]], extract_now=True)

    @Slot()
    def paste(self) -> None:
        """Take what is on the clipboard."""
        self.take_transfer(QGuiApplication.clipboard().mimeData(), Origin.PASTED)

    @Slot()
    def extract_selected(self) -> None:
        """Extract the selected documents, or those that are new if none is selected."""
        self.extract(self.panel.selected or self.unextracted())

    @Slot()
    def extract_all(self) -> None:
        """Extract every document that was not extracted yet."""
        self.extract(self.unextracted())

    @Slot()
    def export_all(self) -> bool:
        """Write every result; whether a folder was chosen."""
        return self.exporter.export(list(self.with_results()))

    @Slot()
    def export_current(self) -> bool:
        """Write the result of the shown document; whether a folder was chosen."""
        current = self.panel.current
        return self.exporter.export([current] if current and current.extraction else [])

    @Slot()
    def remove_selected(self) -> None:
        """Take the selected documents out of the list, and offer to undo that."""
        ids = {document.id for document in self.panel.selected}
        if ids:
            row = self.panel.view.currentIndex().row()
            self.queue.forget(ids)
            removed = self.list.remove(ids)
            self.previews.forget(ids)
            self.panel.select_row(row)
            self._strip.show_notice(
                notices.removed_notice(len(removed), lambda: self._restore(removed))
            )

    def _connect_model(self) -> None:
        self.importer.recognised.connect(self._recognised)
        self.importer.saved.connect(lambda path: self.take([path]))
        self.previews.opened.connect(self._opened)
        self.queue.run_ended.connect(self._run_ended)
        self._session.changed.connect(self._model_changed)
        rows = (self.list.rowsInserted, self.list.rowsRemoved)
        for signal in (*rows, self.list.changed, self.queue.changed):
            signal.connect(self._look.request)

    def _connect_views(self) -> None:
        actions = self.actions
        for action, command in (
            (actions.open_files, self.open_files),
            (actions.open_folder, self.open_folder),
            (actions.sample, self.add_sample),
            (actions.paste, self.paste),
            (actions.export_all, self.export_all),
            (actions.export_current, self.export_current),
            (actions.extract, self.extract_selected),
            (actions.extract_all, self.extract_all),
            (actions.remove, self.remove_selected),
            (actions.select_all, self.panel.view.selectAll),
        ):
            action.triggered.connect(command)
        actions.extract_on_drop.setChecked(self._choices.extract_on_drop)
        actions.extract_on_drop.toggled.connect(self._set_extract_on_drop)
        self.drop_target.browse_clicked.connect(actions.open_files.trigger)
        self.drop_target.sample_clicked.connect(actions.sample.trigger)
        for signal in (self.panel.current_changed, self.panel.selection_changed):
            signal.connect(self._look.request)

    @Slot(object)
    def _recognised(self, ids: Sequence[int]) -> None:
        listed = [each for entry_id in ids if (each := self.list.find(entry_id)) is not None]
        self._missed.update(ids)
        self._go_on(listed)

    def _go_on(self, documents: Sequence[ListedDocument]) -> None:
        """Open documents that were recognised, and extract those that were asked for."""
        ids = [each.id for each in documents]
        self._missed.difference_update(ids)
        self.previews.open(documents)
        on_drop = self._choices.extract_on_drop
        self.extract(each for each in documents if on_drop or each.id in self._to_extract)
        self._to_extract.difference_update(ids)

    @Slot(object)
    def _opened(self, outcomes: Mapping[int, Document | EndstopError]) -> None:
        unreadable = self.list.take_opened(outcomes)
        self.queue.withdraw(unreadable)
        asked = [self.list.find(each) for each in self._to_extract.intersection(outcomes)]
        self.extract(each for each in asked if each is not None and each.id not in unreadable)
        self._to_extract.difference_update(outcomes)

    @Slot(int)
    def _run_ended(self, entry_id: int) -> None:
        document = self.list.find(entry_id)
        if document is None or document.state is not DocumentState.FAILED:
            return
        error = document.error
        if isinstance(error, GrammarError):
            again = notices.grammar_notice(
                document.path.name, error, lambda: self.extract_unconstrained(entry_id)
            )
            self._strip.show_notice(again)
        elif isinstance(error, ModelError | UnforeseenError):
            self._strip.show_notice(Notice.of(error))

    @Slot()
    def _model_changed(self) -> None:
        self.list.set_model_ready(self._session.status.state is ModelState.READY)

    @Slot(bool)
    def _set_extract_on_drop(self, on: bool) -> None:
        self._choices.extract_on_drop = on

    @Slot()
    def _enable_actions(self) -> None:
        actions, selected, current = self.actions, self.panel.selected, self.panel.current
        groups = self.list.groups
        extractable = not groups.extractable.isdisjoint(each.id for each in selected)
        actions.extract.setEnabled(extractable or bool(groups.new))
        actions.extract_all.setEnabled(bool(groups.new))
        actions.remove.setEnabled(bool(selected))
        actions.select_all.setEnabled(len(self.list) > 0)
        actions.export_all.setEnabled(bool(groups.with_result))
        actions.export_current.setEnabled(current is not None and current.extraction is not None)

    def _restore(self, removed: Removed) -> None:
        """Undo a removal; what the documents missed meanwhile goes on."""
        ids = self.list.restore(removed)
        restored = [each for entry_id in ids if (each := self.list.find(entry_id)) is not None]
        self._go_on([each for each in restored if each.id in self._missed])
        self.previews.open(each for each in restored if each.document is None)
        if ids:
            self.panel.select(ids[0])

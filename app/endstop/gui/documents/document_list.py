"""The list of the dropped documents: it alone changes them, and it alone says so."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from weakref import WeakValueDictionary

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QPixmap, QTransform
from typing_extensions import override

from endstop.documents.source import Document, SourceFile
from endstop.errors import EndstopError
from endstop.extraction.events import Event, TokensArrived
from endstop.extraction.request import Request
from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.document_groups import DocumentGroups
from endstop.gui.documents.document_rows import DocumentRows, runs
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.wording import status_text, tone_of
from endstop.gui.widgets.coalesced import Coalesced
from endstop.results.result import Extraction

Index = QModelIndex | QPersistentModelIndex
Removed = Sequence[tuple[int, ListedDocument]]
_NO_PARENT = QModelIndex()
TOKENS_MS = 33
_ICONS = {DocumentState.LOCKED: "lock", DocumentState.FAILED: "error"}


class DocumentRole(IntEnum):
    """What the list's delegate asks for beside Qt's own roles."""

    STATUS = Qt.ItemDataRole.UserRole + 1
    TONE = Qt.ItemDataRole.UserRole + 2
    PROGRESS = Qt.ItemDataRole.UserRole + 3
    RUNNING = Qt.ItemDataRole.UserRole + 4
    ICON = Qt.ItemDataRole.UserRole + 5


class DocumentList(QAbstractListModel):
    """Owns the documents, in the order they were dropped; the methods that change some take ids.

    An answer for a removed document is taken too, as the user may undo the removal. What happens
    to many at once is one change. `changed(ids)` says which documents changed, at most about 30
    times a second while tokens arrive; `thumbnail_wanted(id)`, once for each document, that a view
    lacks its picture.
    """

    changed = Signal(object)
    thumbnail_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups = DocumentGroups()
        self._entries = DocumentRows()
        self._alive: WeakValueDictionary[int, DocumentEntry] = WeakValueDictionary()
        self._thumbnails: dict[int, QPixmap] = {}
        self._asked: set[int] = set()
        self._next_id = 1
        self._model_ready = True
        self._writing: set[int] = set()
        self._tokens = Coalesced(self._tell_tokens, TOKENS_MS, self)

    def __iter__(self) -> Iterator[ListedDocument]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, entry_id: int) -> ListedDocument | None:
        """The document with this id, None if it was removed."""
        return self._entries.find(entry_id)

    def find_path(self, path: Path) -> ListedDocument | None:
        """The document of a file, None if it is not in the list."""
        return self._entries.find_path(path)

    def entry_at(self, index: Index) -> ListedDocument | None:
        """The document of a row, None for an invalid index."""
        return self._entry(index.row()) if index.isValid() else None

    def between(self, first: int, last: int) -> Sequence[ListedDocument]:
        """The documents from one row to another, both included."""
        return self._entries.between(first, last)

    def index_of(self, entry_id: int) -> QModelIndex:
        """The index of a document, invalid if it was removed."""
        rows = self._entries.of([entry_id])
        return self.index(rows[0]) if rows else QModelIndex()

    def add(self, paths: Sequence[Path]) -> list[ListedDocument]:
        """New documents at the end, all in one step."""
        added = [DocumentEntry(self._next_id + n, path) for n, path in enumerate(paths)]
        self._next_id += len(added)
        self._alive.update({entry.id: entry for entry in added})
        self._insert(len(self._entries), added)
        return [*added]

    def remove(self, ids: Iterable[int]) -> Removed:
        """Take documents out; they are returned with their rows, lowest first, for `restore`."""
        rows = self._entries.of(ids)
        removed = [(row, self._entry(row)) for row in rows]
        for first, last in reversed(runs(rows)):
            self.beginRemoveRows(QModelIndex(), first, last)
            self.groups.drop(self._entries.remove(first, last))
            self.endRemoveRows()
        return removed

    def restore(self, removed: Removed) -> list[int]:
        """Put removed documents back, except where the file was added again; their ids."""
        missing = {
            row: entry
            for row, document in removed
            if (entry := self._alive.get(document.id)) is not None
            and self._entries.find_path(entry.path) is None
        }
        for first, last in runs(missing):
            self._insert(first, [missing[row] for row in range(first, last + 1)])
        return [entry.id for entry in missing.values()]

    def look_again(self, ids: Iterable[int]) -> None:
        """Forget what was known of files that failed and were dropped again."""
        self._change(ids, DocumentEntry.again)

    def take_recognised(self, found: Mapping[int, SourceFile | EndstopError]) -> None:
        """Take what files were recognised as."""
        self._change(found, lambda entry: entry.recognised(found[entry.id]))

    def take_opened(self, outcomes: Mapping[int, Document | EndstopError]) -> set[int]:
        """Take opened documents, or why they cannot be opened; those that are unreadable."""
        unreadable: set[int] = set()

        def take(entry: DocumentEntry) -> None:
            if entry.opened(outcomes[entry.id]):
                unreadable.add(entry.id)

        self._change(outcomes, take)
        return unreadable

    def unlock(self, entry_id: int, password: str) -> None:
        """Remember the password that is tried next."""
        self._change([entry_id], lambda entry: entry.unlock(password))

    def queue(self, requests: Mapping[int, Request]) -> None:
        """Let documents wait for the model."""
        self._change(requests, lambda entry: entry.queue(requests[entry.id]))

    def withdraw(self, ids: Iterable[int]) -> None:
        """Let documents wait no longer."""

        self._change(ids, DocumentEntry.withdraw)

    def begin(self, entry_id: int) -> None:
        """Begin the run of a document."""
        self._change([entry_id], DocumentEntry.begin)

    def apply(self, entry_id: int, event: Event) -> None:
        """Take one event of a document's run."""
        if not isinstance(event, TokensArrived):
            self._writing.discard(entry_id)
            self._change([entry_id], lambda entry: entry.apply(event))
        elif (entry := self._alive.get(entry_id)) is not None:
            entry.apply(event)
            self._writing.add(entry_id)
            self._tokens.request()

    def mark_exported(self, exported: Mapping[int, Extraction]) -> None:
        """Note that results are in files, unless there are newer ones by now."""

        def mark(entry: DocumentEntry) -> None:
            if entry.extraction is exported[entry.id]:
                entry.exported = True

        self._change(exported, mark)

    def rotate(self, entry_id: int, number: int, by: int) -> None:
        """Rotate a page further, clockwise by `by` degrees."""
        self._change(
            [entry_id], lambda entry: entry.choose_pages(entry.page_choices.rotate(number, by))
        )

    def suggest_rotation(self, entry_id: int, number: int, by: int) -> None:
        """Take the rotation that would set a page upright, clockwise by `by` degrees."""
        self._change(
            [entry_id], lambda entry: entry.choose_pages(entry.page_choices.suggest(number, by))
        )

    def choose_pages(self, entry_id: int, text: str) -> None:
        """Take the pages that `text` names; EndstopError if it names none of the document."""

        def choose(entry: DocumentEntry) -> None:
            if entry.document is not None:
                entry.choose_pages(entry.page_choices.choose(text, entry.document.page_count))

        self._change([entry_id], choose)

    def set_thumbnail(self, entry_id: int, thumbnail: QPixmap) -> None:
        """The small picture of a document's first page, as it is before the user rotates it."""
        self._thumbnails[entry_id] = thumbnail
        self._repaint([entry_id])

    def set_model_ready(self, ready: bool) -> None:
        """Waiting rows say what they wait for."""
        if ready != self._model_ready:
            self._model_ready = ready
            if len(self):
                self.dataChanged.emit(self.index(0), self.index(len(self) - 1))

    def _entry(self, row: int) -> DocumentEntry:
        return self._entries.between(row, row)[0]

    def _insert(self, row: int, added: list[DocumentEntry]) -> None:
        if added:
            row = min(row, len(self._entries))
            self.beginInsertRows(QModelIndex(), row, row + len(added) - 1)
            self._entries.insert(row, added)
            self.groups.sort(added)
            self.endInsertRows()

    def _change(self, ids: Iterable[int], change: Callable[[DocumentEntry], None]) -> None:
        """Change documents, and say so once for all of them."""
        changed = [entry for each in ids if (entry := self._alive.get(each)) is not None]
        for entry in changed:
            change(entry)
        self._tell([entry.id for entry in changed])

    def _tell(self, ids: Iterable[int]) -> None:
        """Say that documents changed, those of them that are in the list."""
        listed = frozenset(each for each in ids if self._entries.find(each) is not None)
        if listed:
            self._repaint(listed)
            self.changed.emit(listed)

    def _tell_tokens(self) -> None:
        writing, self._writing = self._writing, set()
        self._tell(writing)

    def _repaint(self, ids: Iterable[int]) -> None:
        """Once, for the rows from the first of them to the last."""
        rows = self._entries.of(ids)
        if rows:
            self.groups.sort([self._entry(row) for row in rows])
            self.dataChanged.emit(self.index(rows[0]), self.index(rows[-1]))

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entry_at(index)
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.path.name
            case Qt.ItemDataRole.ToolTipRole:
                return self._tool_tip(entry)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{entry.path.name}, {status_text(entry, self._model_ready)}"
            case Qt.ItemDataRole.DecorationRole:
                return self._thumbnail(entry)
            case DocumentRole.STATUS:
                return status_text(entry, self._model_ready)
            case DocumentRole.TONE:
                return tone_of(entry).value
            case DocumentRole.PROGRESS:
                return entry.progress
            case DocumentRole.RUNNING:
                return entry.running
            case DocumentRole.ICON:
                return _ICONS.get(entry.state, "document")
        return None

    def _thumbnail(self, entry: ListedDocument) -> QPixmap | None:
        """The picture, rotated as the page is; None while there is none, and it is asked for."""
        picture = self._thumbnails.get(entry.id)
        if picture is None:
            if entry.document is not None and entry.id not in self._asked:
                self._asked.add(entry.id)
                self.thumbnail_wanted.emit(entry.id)
            return self._thumbnails.get(entry.id)
        degrees = entry.page_choices.rotation(1)
        return picture.transformed(QTransform().rotate(degrees)) if degrees else picture

    def _tool_tip(self, entry: ListedDocument) -> str:
        lines = [str(entry.path), status_text(entry, self._model_ready)]
        if entry.error is not None:
            lines.append(entry.error.remedy)
        return "\n".join(line for line in lines if line)

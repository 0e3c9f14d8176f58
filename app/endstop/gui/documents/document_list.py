"""The list of the dropped documents: it alone changes them, and it alone says so."""

from collections.abc import Collection, Iterator, Sequence
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
    """Owns the documents, in the order they were dropped; the methods that change one take its id.

    An answer for a removed document is taken too, as the user may undo the removal. `changed(id)`
    says that a document changed, at most about 30 times a second while tokens arrive;
    `thumbnail_wanted(id)`, once for each document, that a view lacks its picture.
    """

    changed = Signal(int)
    thumbnail_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[DocumentEntry] = []
        self._by_id: dict[int, DocumentEntry] = {}
        self._by_path: dict[Path, DocumentEntry] = {}
        self._alive: WeakValueDictionary[int, DocumentEntry] = WeakValueDictionary()
        self._rows: dict[int, int] = {}  # numbered anew when it is empty
        self._thumbnails: dict[int, QPixmap] = {}
        self._asked: set[int] = set()
        self._next_id = 1
        self._model_ready = True
        self._writing: set[int] = set()
        self._tokens = Coalesced(self._tell_tokens, TOKENS_MS, self)

    def __iter__(self) -> Iterator[ListedDocument]:
        return iter(list(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, entry_id: int) -> ListedDocument | None:
        """The document with this id, None if it was removed."""
        return self._by_id.get(entry_id)

    def find_path(self, path: Path) -> ListedDocument | None:
        """The document of a file, None if it is not in the list."""
        return self._by_path.get(path)

    def entry_at(self, index: Index) -> ListedDocument | None:
        """The document of a row, None for an invalid index."""
        return self._entries[index.row()] if index.isValid() else None

    def index_of(self, entry_id: int) -> QModelIndex:
        """The index of a document, invalid if it was removed."""
        if not self._rows:
            self._rows = {entry.id: row for row, entry in enumerate(self._entries)}
        row = self._rows.get(entry_id)
        return QModelIndex() if row is None else self.index(row)

    def add(self, paths: Sequence[Path]) -> list[ListedDocument]:
        """New documents at the end, all in one step."""
        added = [DocumentEntry(self._next_id + n, path) for n, path in enumerate(paths)]
        self._next_id += len(added)
        self._alive.update({entry.id: entry for entry in added})
        self._insert(len(self._entries), added)
        return [*added]

    def remove(self, ids: Collection[int]) -> Removed:
        """Take documents out; they are returned with their rows, lowest first, for `restore`."""
        rows = [row for row, entry in enumerate(self._entries) if entry.id in ids]
        removed = [(row, self._entries[row]) for row in rows]
        for first, last in reversed(_runs(rows)):
            self.beginRemoveRows(QModelIndex(), first, last)
            for entry in self._entries[first : last + 1]:
                del self._by_id[entry.id], self._by_path[entry.path]
            del self._entries[first : last + 1]
            self._rows.clear()
            self.endRemoveRows()
        return removed

    def restore(self, removed: Removed) -> list[int]:
        """Put removed documents back, except where the file was added again; their ids."""
        ids = []
        for row, document in removed:
            entry = self._alive.get(document.id)
            if entry is not None and entry.path not in self._by_path:
                self._insert(min(row, len(self._entries)), [entry])
                ids.append(entry.id)
        return ids

    def look_again(self, entry_id: int) -> None:
        """Forget what was known of a file that failed and was dropped again."""
        self._alive[entry_id].again()
        self._tell(entry_id)

    def take_recognised(self, entry_id: int, found: SourceFile | EndstopError) -> None:
        """Take what a file was recognised as."""
        if (entry := self._alive.get(entry_id)) is not None:
            entry.recognised(found)
            self._tell(entry_id)

    def take_opened(self, entry_id: int, outcome: Document | EndstopError) -> bool:
        """Take the opened document, or why there is none; whether it is unreadable."""
        entry = self._alive.get(entry_id)
        if entry is None:
            return False
        unreadable = entry.opened(outcome)
        self._tell(entry_id)
        return unreadable

    def unlock(self, entry_id: int, password: str) -> None:
        """Remember the password that is tried next."""
        self._alive[entry_id].unlock(password)
        self._tell(entry_id)

    def queue(self, entry_id: int, request: Request) -> None:
        """Let a document wait for the model."""
        self._alive[entry_id].queue(request)
        self._tell(entry_id)

    def withdraw(self, entry_id: int) -> None:
        """Let a document wait no longer."""
        entry = self._alive.get(entry_id)
        if entry is not None and entry.state is DocumentState.WAITING:
            entry.withdraw()
            self._tell(entry_id)

    def begin(self, entry_id: int) -> None:
        """Begin the run of a document."""
        self._alive[entry_id].begin()
        self._tell(entry_id)

    def apply(self, entry_id: int, event: Event) -> None:
        """Take one event of a document's run."""
        entry = self._alive.get(entry_id)
        if entry is None:
            return
        entry.apply(event)
        if isinstance(event, TokensArrived):
            self._writing.add(entry_id)
            self._tokens.request()
        else:
            self._writing.discard(entry_id)
            self._tell(entry_id)

    def mark_exported(self, entry_id: int, extraction: Extraction) -> None:
        """Note that a result is in a file, unless there is a newer result by now."""
        entry = self._alive.get(entry_id)
        if entry is not None and entry.extraction is extraction:
            entry.exported = True
            self._tell(entry_id)

    def rotate(self, entry_id: int, number: int, by: int) -> None:
        """Rotate a page further, clockwise by `by` degrees."""
        entry = self._alive[entry_id]
        entry.choose_pages(entry.page_choices.rotate(number, by))
        self._tell(entry_id)

    def suggest_rotation(self, entry_id: int, number: int, rotation: int) -> None:
        """Take the rotation that would set a page upright."""
        if (entry := self._alive.get(entry_id)) is not None:
            entry.page_choices = entry.page_choices.suggest(number, rotation)
            self._tell(entry_id)

    def choose_pages(self, entry_id: int, text: str) -> None:
        """Take the pages that `text` names; EndstopError if it names none of the document."""
        entry = self._alive[entry_id]
        if entry.document is not None:
            entry.choose_pages(entry.page_choices.choose(text, entry.document.page_count))
            self._tell(entry_id)

    def set_thumbnail(self, entry_id: int, thumbnail: QPixmap) -> None:
        """The small picture of a document's first page, as it is before the user rotates it."""
        self._thumbnails[entry_id] = thumbnail
        self._repaint(entry_id)

    def set_model_ready(self, ready: bool) -> None:
        """Waiting rows say what they wait for."""
        if ready != self._model_ready:
            self._model_ready = ready
            if self._entries:
                self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

    def _insert(self, row: int, added: list[DocumentEntry]) -> None:
        if added:
            self.beginInsertRows(QModelIndex(), row, row + len(added) - 1)
            self._entries[row:row] = added
            self._rows.clear()
            self._by_id.update({entry.id: entry for entry in added})
            self._by_path.update({entry.path: entry for entry in added})
            self.endInsertRows()

    def _tell(self, entry_id: int) -> None:
        """Say that a document of the list changed."""
        if entry_id in self._by_id:
            self._repaint(entry_id)
            self.changed.emit(entry_id)

    def _tell_tokens(self) -> None:
        writing, self._writing = self._writing, set()
        for entry_id in writing:
            self._tell(entry_id)

    def _repaint(self, entry_id: int) -> None:
        index = self.index_of(entry_id)
        if index.isValid():
            self.dataChanged.emit(index, index)

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


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last of each run of neighbours among ascending rows."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], row
        else:
            runs.append((row, row))
    return runs

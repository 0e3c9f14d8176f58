"""The list model of the dropped documents."""

from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from pathlib import Path

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

from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.wording import status_text, tone_of

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ICONS = {DocumentState.LOCKED: "lock", DocumentState.FAILED: "error"}


class DocumentRole(IntEnum):
    """What the list's delegate asks for beside Qt's own roles."""

    STATUS = Qt.ItemDataRole.UserRole + 1
    TONE = Qt.ItemDataRole.UserRole + 2
    PROGRESS = Qt.ItemDataRole.UserRole + 3
    RUNNING = Qt.ItemDataRole.UserRole + 4
    ICON = Qt.ItemDataRole.UserRole + 5


class DocumentTable(QAbstractListModel):
    """Owns the entries, in the order they were dropped.

    `thumbnail_wanted(id)`: a view asks for a picture that is not there yet; said once a document.
    """

    thumbnail_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[DocumentEntry] = []
        self._by_id: dict[int, DocumentEntry] = {}
        self._by_path: dict[Path, DocumentEntry] = {}
        self._rows: dict[int, int] = {}  # numbered anew when it is empty
        self._thumbnails: dict[int, QPixmap] = {}
        self._asked: set[int] = set()
        self._next_id = 1
        self._model_ready = True

    def __iter__(self) -> Iterator[DocumentEntry]:
        return iter(list(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, paths: Sequence[Path]) -> list[DocumentEntry]:
        """New entries at the end, all in one step."""
        added = [DocumentEntry(self._next_id + n, path) for n, path in enumerate(paths)]
        self._next_id += len(added)
        self._insert(len(self._entries), added)
        return added

    def insert(self, row: int, entry: DocumentEntry) -> None:
        """Put an entry at `row`, or at the end if the list is shorter now."""
        self._insert(min(row, len(self._entries)), [entry])

    def _insert(self, row: int, added: list[DocumentEntry]) -> None:
        if added:
            self.beginInsertRows(QModelIndex(), row, row + len(added) - 1)
            self._entries[row:row] = added
            self._rows.clear()
            self._by_id.update({entry.id: entry for entry in added})
            self._by_path.update({entry.path: entry for entry in added})
            self.endInsertRows()

    def remove(self, ids: Collection[int]) -> list[tuple[int, DocumentEntry]]:
        """Take entries out; they are returned with their rows, lowest first, for an undo."""
        rows = [row for row, entry in enumerate(self._entries) if entry.id in ids]
        taken = [(row, self._entries[row]) for row in rows]
        for first, last in reversed(_runs(rows)):
            self.beginRemoveRows(QModelIndex(), first, last)
            for entry in self._entries[first : last + 1]:
                del self._by_id[entry.id], self._by_path[entry.path]
            del self._entries[first : last + 1]
            self._rows.clear()
            self.endRemoveRows()
        return taken

    def find(self, entry_id: int) -> DocumentEntry | None:
        """The entry with this id, None if it was removed."""
        return self._by_id.get(entry_id)

    def find_path(self, path: Path) -> DocumentEntry | None:
        """The entry of a file, None if it is not in the list."""
        return self._by_path.get(path)

    def entry_at(self, index: Index) -> DocumentEntry | None:
        """The entry of a row, None for an invalid index."""
        return self._entries[index.row()] if index.isValid() else None

    def index_of(self, entry_id: int) -> QModelIndex:
        """The index of an entry, invalid if it was removed."""
        if not self._rows:
            self._rows = {entry.id: row for row, entry in enumerate(self._entries)}
        row = self._rows.get(entry_id)
        return QModelIndex() if row is None else self.index(row)

    def touch(self, entry_id: int) -> None:
        """Say that an entry changed."""
        index = self.index_of(entry_id)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def set_thumbnail(self, entry_id: int, thumbnail: QPixmap) -> None:
        """The small picture of an entry's first page, as it is before the user turns it."""
        self._thumbnails[entry_id] = thumbnail
        self.touch(entry_id)

    def set_model_ready(self, ready: bool) -> None:
        """Waiting rows say what they wait for."""
        if ready != self._model_ready:
            self._model_ready = ready
            if self._entries:
                self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

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

    def _thumbnail(self, entry: DocumentEntry) -> QPixmap | None:
        """The picture, turned as the page is; None while there is none, and it is asked for."""
        picture = self._thumbnails.get(entry.id)
        if picture is None:
            if entry.document is not None and entry.id not in self._asked:
                self._asked.add(entry.id)
                self.thumbnail_wanted.emit(entry.id)
            return self._thumbnails.get(entry.id)
        degrees = entry.reading.rotation(1)
        return picture.transformed(QTransform().rotate(degrees)) if degrees else picture

    def _tool_tip(self, entry: DocumentEntry) -> str:
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

"""The item model of a result's fields."""

from dataclasses import dataclass, field
from enum import IntEnum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from typing_extensions import override

from endstop.gui.result.field_rows import FieldRow
from endstop.gui.widgets.theme import Theme
from endstop.results.result import FieldState
from endstop.translation import _

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class FieldColumn(IntEnum):
    """The columns."""

    NAME = 0
    VALUE = 1
    NOTE = 2


@dataclass(slots=True, eq=False)
class _Node:
    """A row with its place, so that Qt can walk up."""

    row: FieldRow | None
    parent: "_Node | None"
    position: int
    children: list["_Node"] = field(default_factory=list)


class FieldTree(QAbstractItemModel):
    """Rows of (field, value, note); read-only."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._root = _Node(None, None, 0)

    def set_rows(self, rows: tuple[FieldRow, ...]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._root = _node(None, rows, None, 0)
        self.endResetModel()

    def row_of(self, index: Index) -> FieldRow | None:
        """The field behind an index."""
        return self._node_of(index).row

    @override
    def index(self, row: int, column: int, parent: Index = _NO_PARENT) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._node_of(parent).children[row])

    @override
    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # QObject.parent()
        above = self._node_of(index).parent if index.isValid() else None
        if above is None or above is self._root:
            return QModelIndex()
        return self.createIndex(above.position, 0, above)

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.column() > 0 else len(self._node_of(parent).children)

    @override
    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return len(FieldColumn)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (_("Field"), _("Value"), "")[section]
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_of(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (row.name, row.value, _note_text(row))[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return row.note or row.value
            case Qt.ItemDataRole.ForegroundRole:
                return self._colour(row, FieldColumn(index.column()))
        return None

    def _colour(self, row: FieldRow, column: FieldColumn) -> QColor | None:
        colours = self._theme.colours
        if row.state is FieldState.NULL and column is not FieldColumn.NAME:
            return QColor(colours.muted)
        if row.state is FieldState.INVALID and column is FieldColumn.NOTE:
            return QColor(colours.warn)
        return None

    def _node_of(self, index: Index) -> _Node:
        node = index.internalPointer() if index.isValid() else None
        return node if isinstance(node, _Node) else self._root


def _note_text(row: FieldRow) -> str:
    match row.state:
        case FieldState.NULL:
            return f"– {row.note}"
        case FieldState.INVALID:
            return f"! {row.note}"
        case _:
            return ""


def _node(
    row: FieldRow | None, rows: tuple[FieldRow, ...], parent: _Node | None, position: int
) -> _Node:
    node = _Node(row, parent, position)
    node.children = [_node(each, each.children, node, n) for n, each in enumerate(rows)]
    return node

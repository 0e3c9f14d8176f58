"""The table of the ids that end a run."""

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView
from typing_extensions import override

from endstop.engines.stop import StopSet
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROW_HEIGHT = 25


class StopColumn(IntEnum):
    """The columns."""

    TOKEN = 0
    ID = 1
    STATE = 2
    SOURCES = 3


_WIDTHS = ((StopColumn.TOKEN, 150), (StopColumn.ID, 90), (StopColumn.STATE, 180))


class StopTable(QAbstractTableModel):
    """One row for each stop token: text, id, whether the files list it, and every source."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stop_set: StopSet | None = None

    def set_stop_set(self, stop_set: StopSet | None) -> None:
        """Show another model's stop set."""
        if stop_set == self._stop_set:
            return
        self.beginResetModel()
        self._stop_set = stop_set
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() or self._stop_set is None else len(self._stop_set.tokens)

    @override
    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(StopColumn)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return (_("Stop token"), _("Id"), _("In the files"), _("Sources"))[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self._stop_set is None:
            return None
        token = self._stop_set.tokens[index.row()]
        patched = self._stop_set.is_patched(token.id)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                state = _("no, patched by Endstop") if patched else _("yes")
                return (token.text, str(token.id), state, ", ".join(token.sources))[index.column()]
            case Qt.ItemDataRole.ForegroundRole if index.column() == StopColumn.STATE:
                colours = self._theme.colours
                return QColor(colours.warn if patched else colours.good)
        return None


class StopTableView(QTableView):
    """The table without grid and row numbers."""

    def __init__(self, table: StopTable) -> None:
        super().__init__()
        self.setModel(table)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.setAccessibleName(_("Stop tokens"))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        for column, width in _WIDTHS:
            header.resizeSection(column, width)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

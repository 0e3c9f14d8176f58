"""The runtimes in columns, each with whether it stops: model, painter, view."""

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)
from typing_extensions import override

from endstop.doctor.reports.matrix import MatrixRow, Stops
from endstop.gui.diagnostics.panel_wording import runtime_name, runtime_tip
from endstop.gui.widgets import icons
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_MOST_COLUMNS = 3
_COLUMN_WIDTH = 122
_ROW_HEIGHT = 21
_ICON = 12
_MARKS = {
    Stops.YES: ("tick", "good"),
    Stops.NO: ("cross", "bad"),
    Stops.FAILS: ("refused", "bad"),
    Stops.UNKNOWN: ("question", "muted"),
}


class RuntimeRole(IntEnum):
    """What the painter asks for."""

    STOPS = Qt.ItemDataRole.UserRole + 1


class RuntimeTable(QAbstractTableModel):
    """The matrix, filled column by column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[MatrixRow, ...] = ()
        self._columns = _MOST_COLUMNS

    def set_rows(self, rows: Sequence[MatrixRow]) -> None:
        """Show another model's matrix."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def set_columns(self, count: int) -> None:
        """Spread the runtimes over so many columns."""
        if count != self._columns:
            self.beginResetModel()
            self._columns = count
            self.endResetModel()

    def runtime(self, index: Index) -> MatrixRow | None:
        """The runtime at a place; None where the last column has ended."""
        if not index.isValid():
            return None
        number = index.column() * self.rowCount() + index.row()
        return self.rows[number] if number < len(self.rows) else None

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else -(-len(self.rows) // self._columns)

    @override
    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else self._columns

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.runtime(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.runtime(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return runtime_name(row)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return runtime_tip(row)
            case RuntimeRole.STOPS:
                return row.stops
        return None


class RuntimePainter(QStyledItemDelegate):
    """Paints the mark and the name."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pictures: dict[tuple[str, str, float], QPixmap] = {}

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        stops = index.data(RuntimeRole.STOPS)
        if stops is None:
            return
        colours, area = self._theme.colours, QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(colours.selection))
        picture = self._picture(Stops(stops), painter.device().devicePixelRatioF())
        painter.drawPixmap(area.left() + 6, area.center().y() - _ICON // 2 + 1, picture)
        room = area.adjusted(6 + _ICON + 6, 0, -4, 0)
        painter.setPen(QColor(colours.muted if stops == Stops.UNKNOWN else colours.text))
        text = option.fontMetrics.elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _picture(self, stops: Stops, ratio: float) -> QPixmap:
        """The mark in the theme's colour, drawn once."""
        name, role = _MARKS[stops]
        colour = getattr(self._theme.colours, role)
        if (name, colour, ratio) not in self._pictures:
            picture = icons.pixmap(name, colour, round(_ICON * ratio))
            picture.setDevicePixelRatio(ratio)
            self._pictures[name, colour, ratio] = picture
        return self._pictures[name, colour, ratio]


class RuntimeTableView(QTableView):
    """As many columns as fit, three at most; emits `runtime_chosen(text)` for the current one."""

    runtime_chosen = Signal(str)

    def __init__(self, table: RuntimeTable, theme: Theme) -> None:
        super().__init__()
        self._table = table
        self.setModel(table)
        self.setItemDelegate(RuntimePainter(theme, self))
        self.setObjectName("runtimes")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(_COLUMN_WIDTH + 12)
        self.setAccessibleName(_("Runtimes"))
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(_ROW_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_COLUMN_WIDTH + 12, _ROW_HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        fitting = max(1, min(_MOST_COLUMNS, self.width() // _COLUMN_WIDTH))
        self._table.set_columns(fitting)
        super().resizeEvent(event)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        row = self._table.runtime(current)
        self.runtime_chosen.emit("" if row is None else runtime_tip(row))

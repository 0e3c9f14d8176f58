"""The fields of a result as a tree."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeView, QWidget

from endstop.gui.field_rows import FieldRow
from endstop.gui.field_tree import FieldColumn, FieldTree
from endstop.gui.theme import Theme
from endstop.translation import _

_NAME_WIDTH = 150
_NOTE_WIDTH = 110
_EXPANDED_DEPTH = 0


class FieldsView(QTreeView):
    """Field, value and note; rows of lists open when they are few."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = FieldTree(theme, self)
        self._rows: tuple[FieldRow, ...] = ()
        self.setModel(self._tree)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlternatingRowColors(False)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Fields"))
        self._set_widths()

    def show_rows(self, rows: tuple[FieldRow, ...]) -> None:
        """Show other rows; lists are open, the objects in them closed; the scroll stays."""
        if rows == self._rows:
            return
        place = self.verticalScrollBar().value()
        self._rows = rows
        self._tree.set_rows(rows)
        self.expandToDepth(_EXPANDED_DEPTH)
        self.verticalScrollBar().setValue(place)

    def _set_widths(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(60)
        header.setSectionResizeMode(FieldColumn.NAME, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(FieldColumn.VALUE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(FieldColumn.NOTE, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(FieldColumn.NAME, _NAME_WIDTH)
        header.resizeSection(FieldColumn.NOTE, _NOTE_WIDTH)

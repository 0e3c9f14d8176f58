"""The fields of a result as a tree."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeView, QWidget
from typing_extensions import override

from endstop.gui.result.field_rows import FieldRow, all_rows
from endstop.gui.result.field_tree import FieldColumn, FieldTree
from endstop.gui.widgets.theme import Theme
from endstop.results.result import FieldState
from endstop.translation import _

_NAME_SHARE = 0.34
_NOTE_SHARE = 0.42
_PADDING = 14
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
        self._fit_columns()
        self.verticalScrollBar().setValue(place)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _set_widths(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(0)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(FieldColumn.VALUE, QHeaderView.ResizeMode.Stretch)

    def _fit_columns(self) -> None:
        """Names and notes take what they need up to a share of the width, values the rest."""
        width = self.viewport().width()
        name = self.sizeHintForColumn(FieldColumn.NAME) + _PADDING
        self.header().resizeSection(FieldColumn.NAME, min(name, int(width * _NAME_SHARE)))
        noted = any(row.state is not FieldState.VALUE for row in all_rows(self._rows))
        note = self.sizeHintForColumn(FieldColumn.NOTE) + _PADDING if noted else 0
        self.header().resizeSection(FieldColumn.NOTE, min(note, int(width * _NOTE_SHARE)))

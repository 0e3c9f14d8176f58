"""The left column: the dropped documents, and where to drop more."""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from endstop.gui.documents.document_delegate import DocumentDelegate
from endstop.gui.documents.document_list import DocumentList, Index
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.widgets.action_check_box import action_check_box
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _


class DocumentsPanel(QWidget):
    """A heading with the count, the list, a hint and the "Extract on drop" switch."""

    current_changed = Signal()
    selection_changed = Signal()

    def __init__(self, documents: DocumentList, theme: Theme, extract_on_drop: QAction) -> None:
        super().__init__()
        self.setObjectName("documentsPanel")
        self._documents = documents
        self.view = _list_view(documents, theme)
        self._count = mark(QLabel(), "muted")
        self._hint = QLabel(_("Drop PDFs or images anywhere"))
        self._hint.setObjectName("dropHint")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._lay_out(action_check_box(extract_on_drop))
        documents.rowsInserted.connect(self._rows_changed)
        documents.rowsRemoved.connect(self._rows_changed)
        selection = self.view.selectionModel()
        selection.currentChanged.connect(lambda: self.current_changed.emit())
        selection.selectionChanged.connect(lambda: self.selection_changed.emit())
        self._rows_changed()

    @property
    def current(self) -> ListedDocument | None:
        """The document that the window shows."""
        return self._documents.entry_at(self.view.currentIndex())

    @property
    def selected(self) -> list[ListedDocument]:
        """The selected documents, in the list's order."""
        selection = self.view.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        rows = sorted((each.top(), each.bottom()) for each in ranges)
        return [each for first, last in rows for each in self._documents.between(first, last)]

    def select(self, entry_id: int) -> None:
        """Make a document the current and only selected one."""
        index = self._documents.index_of(entry_id)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(index, flags)

    def select_row(self, row: int) -> None:
        """Select the document at `row`, or the last one."""
        entry = self._documents.entry_at(self._documents.index(min(row, len(self._documents) - 1)))
        if entry is not None:
            self.select(entry.id)

    def show_dragging(self, dragging: bool) -> None:
        """Say that files would be taken if they were dropped now."""
        mark(self._hint, "dragging", dragging)

    def _lay_out(self, switch: QCheckBox) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(14, 10, 14, 10)
        head.addWidget(mark(QLabel(_("Documents")), "heading"))
        head.addStretch()
        head.addWidget(self._count)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 8, 12, 14)
        foot.setSpacing(10)
        foot.addWidget(self._hint)
        foot.addWidget(switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        layout.addLayout(foot)

    @Slot()
    def _rows_changed(self) -> None:
        self._count.setText(str(len(self._documents)))


class _ListView(QListView):
    """Rows of one height, and a model written in Python.

    Qt asks such a model several times a row, and each time this thread may have to wait for the
    interpreter's lock while another thread recognises files: seconds, at ten thousand rows. An
    override here takes the lock once for all that Qt asks in it.
    """

    @override
    def doItemsLayout(self) -> None:
        super().doItemsLayout()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)

    @override
    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        # Not QListView's, which lays out all rows anew: no change of one moves another.
        QAbstractItemView.dataChanged(self, first, last, roles)


def _list_view(documents: DocumentList, theme: Theme) -> QListView:
    view = _ListView()
    view.setModel(documents)
    view.setItemDelegate(DocumentDelegate(theme))
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setMouseTracking(True)
    view.setUniformItemSizes(True)
    view.setAccessibleName(_("Documents"))
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    return view

"""How the parts of the window lie, and how it takes what is dropped on it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

_WIDTHS = (262, 600, 418)
_SMALLEST = (190, 220, 280)
_STRETCHES = (0, 3, 2)


def columns(documents: QWidget, page: QWidget, result: QWidget) -> QSplitter:
    """The three columns."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for number, panel in enumerate((documents, page, result)):
        panel.setMinimumWidth(_SMALLEST[number])
        splitter.addWidget(panel)
        splitter.setStretchFactor(number, _STRETCHES[number])
    splitter.setSizes(_WIDTHS)
    return splitter


def below_each_other(*widgets: QWidget) -> QWidget:
    """The widgets in one column without gaps; the last takes the room that is left."""
    centre = QWidget()
    column = QVBoxLayout(centre)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget, int(widget is widgets[-1]))
    return centre


def accept_copy(event: QDropEvent) -> None:
    """Accept as a copy: a move would make the other program delete what it gave."""
    if event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.acceptProposedAction()

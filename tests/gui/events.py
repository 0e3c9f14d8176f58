"""Real events for the window, and what its rows say."""

from collections.abc import Callable, Sequence
from pathlib import Path

import PySide6
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from endstop.gui.documents.document_list import DocumentRole
from endstop.gui.window.main_window import MainWindow


def file_drag(paths: Sequence[Path]) -> QMimeData:
    """What a file manager hands over."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def drop(
    window: MainWindow,
    mime: QMimeData,
    at: QPoint | None = None,
    action: Qt.DropAction = Qt.DropAction.CopyAction,
    let_go: bool = True,
) -> QDropEvent:
    """Drag over the widget below `at` and let go there, as Qt delivers it."""
    at = at or window.rect().center()
    target = _taker(window.childAt(at) or window)
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    actions = Qt.DropAction.CopyAction | action
    # from 6.12 on a drag's place is a QPointF, which 6.11 does not take
    place = QPointF(at) if PySide6.__version_info__ >= (6, 12) else at
    enter = QDragEnterEvent(place, actions, mime, button, key)
    enter.setDropAction(action)
    QApplication.sendEvent(target, enter)
    event = QDropEvent(QPointF(at), actions, mime, button, key)
    event.setDropAction(action)
    event.ignore()
    if enter.isAccepted() and let_go:
        QApplication.sendEvent(target, event)
    return event


def _taker(widget: QWidget) -> QWidget:
    """The first widget from here up that accepts drops: Qt delivers there."""
    while not widget.acceptDrops() and widget.parentWidget() is not None:
        widget = widget.parentWidget()
    return widget


def statuses(window: MainWindow) -> list[str]:
    """The second line of each row."""
    table = window.documents.list
    return [str(table.index(row).data(DocumentRole.STATUS)) for row in range(len(table))]


def states(window: MainWindow) -> list[str]:
    """The state of each document."""
    return [entry.state.value for entry in window.documents.list]


def all_in(window: MainWindow, *wanted: str) -> Callable[[], bool]:
    """Whether the documents are in these states, one for each."""
    return lambda: states(window) == list(wanted)

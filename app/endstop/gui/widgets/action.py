"""An action with its text and shortcuts."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence


def action(parent: QObject, text: str, *shortcuts: str | QKeySequence.StandardKey) -> QAction:
    """An action that `parent` owns."""
    made = QAction(text, parent)
    made.setShortcuts([QKeySequence(each) for each in shortcuts])
    return made

"""A check box that shows and sets a checkable action."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox


def action_check_box(action: QAction) -> QCheckBox:
    """A check box with the action's text; both always agree."""
    box = QCheckBox(action.text())
    box.setChecked(action.isChecked())
    box.setToolTip(action.toolTip())
    box.toggled.connect(action.setChecked)
    action.toggled.connect(box.setChecked)
    return box

"""A push button that follows an action: text, tip, enabled."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton


def action_button(action: QAction) -> QPushButton:
    """A button that triggers the action and is enabled when it is."""
    button = QPushButton(action.text())
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(action.trigger)

    def follow() -> None:
        button.setText(action.text())
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip())

    action.changed.connect(follow)
    follow()
    return button

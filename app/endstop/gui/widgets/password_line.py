"""A line to enter a document's password."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from endstop.translation import _

_WIDTH = 220
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PasswordLine(QLineEdit):
    """Return belongs to this line while it has the focus, not to the window's Extract."""

    def __init__(self) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setPlaceholderText(_("Password"))
        self.setAccessibleName(_("Password"))
        self.setFixedWidth(_WIDTH)
        self.setAcceptDrops(False)

    @override
    def event(self, event: QEvent) -> bool:
        asked = event.type() is QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.key() in _ENTER:
            event.accept()
            return True
        return super().event(event)

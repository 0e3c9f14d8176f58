"""A small field for the numbers of the pages that are read."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from endstop.gui.widgets.marking import mark
from endstop.translation import _

_SMALLEST, _WIDTH = 40, 92
_OWN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


class PagesField(QLineEdit):
    """Emits `entered(text)` on Return and when it is left; Escape takes back what was typed.

    While it has the focus these keys are its own, not the window's Extract and Stop.
    """

    entered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._holding = self._entered = ""
        self.setPlaceholderText(_("All pages"))
        self.setAccessibleName(_("Pages to read"))
        self.setToolTip(_("Which pages are read: 1-3,7 for example, or 5- to the end"))
        self.setMinimumWidth(_SMALLEST)
        self.setMaximumWidth(_WIDTH)
        self.setAcceptDrops(False)
        self.returnPressed.connect(self._enter)

    def show_pages(self, text: str) -> None:
        """Show what holds for a document."""
        self._holding = self._entered = text
        self.setText(text)
        self.show_wrong(False)

    def show_wrong(self, wrong: bool) -> None:
        """Whether what is typed selects no pages."""
        mark(self, "wrong", wrong)

    @Slot()
    def _enter(self) -> None:
        if self.text() != self._entered:
            self._entered = self.text()
            self.entered.emit(self._entered)

    @override
    def event(self, event: QEvent) -> bool:
        asked = event.type() is QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.key() in _OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._holding)
            self._enter()
            return
        super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._enter()

"""A spin box for a limit that need not be set."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import QSpinBox
from typing_extensions import override

from endstop.gui.widgets.marking import mark

_INSET = 6


class LimitBox(QSpinBox):
    """A whole number from 1 to `most`, or none, which `unset` says in words.

    What is typed replaces these words wherever the cursor stands, and an emptied box has none.
    """

    def __init__(self, unset: str, most: int, step: int) -> None:
        super().__init__()
        self.setRange(0, most)
        self.setSingleStep(step)
        self.setSpecialValueText(unset)
        self.lineEdit().setTextMargins(_INSET, 0, 0, 0)  # the style sheet's padding misses it
        self.valueChanged.connect(self._mute)
        self._mute()

    @property
    def limit(self) -> int | None:
        """The number, None where none is set."""
        return self.value() or None

    def show_limit(self, limit: int | None) -> None:
        """Show a number, at most the largest one, or that none is set."""
        self.setValue(min(limit or 0, self.maximum()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isdecimal() and self.text() == self.specialValueText():
            self.selectAll()
        super().keyPressEvent(event)

    @override
    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:
        if not self._number_in(input):
            return QValidator.State.Acceptable, input, pos
        return super().validate(input, pos)

    @override
    def valueFromText(self, text: str) -> int:
        return super().valueFromText(text) if self._number_in(text) else 0

    def _number_in(self, text: str) -> str:
        """The text without the unit after it."""
        return text.removesuffix(self.suffix()).strip()

    @Slot()
    def _mute(self) -> None:
        """Words are paler than a number."""
        mark(self, "unset", self.limit is None)

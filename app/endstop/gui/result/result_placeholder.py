"""What stands in the result column while there is no result."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.result.result_notes import Placeholder, Remedy, placeholder_of
from endstop.gui.widgets import icons
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.password_line import PasswordLine
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_ICON = 32


class ResultPlaceholder(QWidget):
    """An icon, a sentence, what to do, and at most one button."""

    retry_clicked = Signal(int)
    unconstrained_clicked = Signal(int)
    password_entered = Signal(int, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._entry: ListedDocument | None = None
        self._shown = Placeholder("document", "")
        self._icon = QLabel()
        self.sentence = QLabel()
        self.hint = mark(QLabel(), "muted")
        self.password = PasswordLine()
        self.password.returnPressed.connect(self._click)
        self.button = QPushButton()
        self.button.clicked.connect(self._click)
        for label in (self.sentence, self.hint):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(36, 24, 36, 24)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(4)
        column.addWidget(self.sentence)
        column.addWidget(self.hint)
        column.addSpacing(6)
        column.addWidget(self.password, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        theme.changed.connect(self._paint_icon)

    def show_entry(self, entry: ListedDocument | None, model_ready: bool) -> None:
        """Say why this document has no result."""
        self._entry = entry
        self._shown = placeholder_of(entry, model_ready)
        self.sentence.setText(self._shown.sentence)
        self.hint.setText(self._shown.hint)
        self.hint.setVisible(bool(self._shown.hint))
        self.button.setVisible(self._shown.remedy is not None)
        self.password.setVisible(self._shown.remedy is Remedy.PASSWORD)
        match self._shown.remedy:
            case Remedy.UNCONSTRAINED:
                self.button.setText(_("Extract without constraint"))
            case Remedy.PASSWORD:
                self.button.setText(_("Open"))
            case _:
                self.button.setText(_("Try again"))
        self._paint_icon()

    @Slot()
    def _paint_icon(self) -> None:
        colours = self._theme.colours
        colour = {"error": colours.bad, "lock": colours.bad, "warning": colours.warn}.get(
            self._shown.icon, colours.disabled
        )
        ratio = self.devicePixelRatioF()
        picture = icons.pixmap(self._shown.icon, colour, round(_ICON * ratio))
        picture.setDevicePixelRatio(ratio)
        self._icon.setPixmap(picture)

    @Slot()
    def _click(self) -> None:
        if self._entry is None:
            return
        match self._shown.remedy:
            case Remedy.UNCONSTRAINED:
                self.unconstrained_clicked.emit(self._entry.id)
            case Remedy.PASSWORD:
                self.password_entered.emit(self._entry.id, self.password.text())
                self.password.clear()
            case _:
                self.retry_clicked.emit(self._entry.id)

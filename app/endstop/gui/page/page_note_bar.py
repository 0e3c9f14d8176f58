"""The line above a page that says what is odd about it, with a button to rotate it."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from endstop.gui.page.page_notes import NOTHING, PageNote
from endstop.gui.widgets import icons
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_ICON = 16
_HEIGHT = 36


class PageNoteBar(QFrame):
    """Hidden while there is nothing to say; emits `rotate_clicked(degrees)`."""

    rotate_clicked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("pageNote")
        self.setMinimumHeight(_HEIGHT)
        self._theme = theme
        self.note = NOTHING
        self._icon = QLabel()
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = mark(QPushButton(_("Turn it")), "link")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(lambda: self.rotate_clicked.emit(self.note.rotation))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 10, 4)
        row.setSpacing(8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.text, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._paint_icon)
        self.hide()

    def show_note(self, note: PageNote) -> None:
        """Say this, or hide."""
        self.note = note
        self.text.setText(note.sentence)
        self.button.setVisible(bool(note.rotation))
        mark(self, "warning", note.warning)
        self._paint_icon()
        self.setVisible(bool(note.sentence))

    @Slot()
    def _paint_icon(self) -> None:
        colours = self._theme.colours
        name, colour = (
            ("warning", colours.warn)
            if self.note.warning
            else (
                "information",
                colours.accent,
            )
        )
        ratio = self.devicePixelRatioF()
        picture = icons.pixmap(name, colour, round(_ICON * ratio))
        picture.setDevicePixelRatio(ratio)
        self._icon.setPixmap(picture)

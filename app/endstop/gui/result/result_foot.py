"""What stands below a result."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout

from endstop.gui.result.result_notes import Foot
from endstop.gui.widgets import icons
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme

_ICON = 15


class ResultFoot(QFrame):
    """Notices of the pages, a sentence about how it ended, and the figures."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("resultFoot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._theme = theme
        self.notices = QLabel()
        self.notices.setTextFormat(Qt.TextFormat.PlainText)
        self._notice_icon = QLabel()
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.figures = mark(QLabel(), "muted")
        for label in (self.notices, self.sentence, self.figures):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.show_foot(Foot("", ""))

    def show_foot(self, foot: Foot) -> None:
        """Show these lines; an empty one takes no room."""
        self.notices.setText(foot.shown_notices)
        self.notices.setToolTip("\n".join(foot.notices))
        for widget in (self.notices, self._notice_icon):
            widget.setVisible(bool(foot.notices))
        self.sentence.setText(foot.sentence)
        self.sentence.setVisible(bool(foot.sentence))
        self.figures.setText(foot.figures)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._notice_icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.notices, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 9, 14, 10)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.sentence)
        column.addWidget(self.figures)

    @Slot()
    def _paint_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = icons.pixmap("information", self._theme.colours.accent, round(_ICON * ratio))
        picture.setDevicePixelRatio(ratio)
        self._notice_icon.setPixmap(picture)

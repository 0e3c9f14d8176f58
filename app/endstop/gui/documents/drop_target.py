"""What the window shows while it has no documents: one large place to drop them."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from endstop.gui.widgets import icons
from endstop.gui.widgets.action_check_box import action_check_box
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_ICON = 56


class DropTarget(QWidget):
    """A dashed frame with Browse and "Try a sample"."""

    browse_clicked = Signal()
    sample_clicked = Signal()

    def __init__(self, theme: Theme, extract_on_drop: QAction) -> None:
        super().__init__()
        self.setObjectName("dropTarget")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._icon = QLabel()
        self.browse = mark(QPushButton(_("Browse…")), "primary")
        self.browse.clicked.connect(lambda: self.browse_clicked.emit())
        self.sample = mark(QPushButton(_("Try a sample")), "link")
        self.sample.setToolTip(_("Extract an invoice slip that comes with Endstop"))
        self.sample.setCursor(Qt.CursorShape.PointingHandCursor)
        self.sample.clicked.connect(lambda: self.sample_clicked.emit())
        self._frame = QFrame()
        self._frame.setObjectName("dropFrame")
        self._fill_frame(extract_on_drop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 28, 28, 28)
        layout.addWidget(self._frame)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def show_dragging(self, dragging: bool) -> None:
        """Say that files would be taken if they were dropped now."""
        mark(self._frame, "dragging", dragging)

    def _fill_frame(self, extract_on_drop: QAction) -> None:
        title = mark(QLabel(_("Drop PDFs, images or folders here")), "title")
        what = mark(
            QLabel(_("They become JSON that fits your schema. Nothing leaves this computer.")),
            "muted",
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch()
        buttons.addWidget(self.browse)
        buttons.addWidget(self.sample)
        buttons.addStretch()
        column = QVBoxLayout(self._frame)
        column.setSpacing(10)
        column.addStretch(3)
        for widget in (self._icon, title, what):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(10)
        column.addLayout(buttons)
        column.addSpacing(12)
        column.addWidget(action_check_box(extract_on_drop), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(4)

    @Slot()
    def _paint_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = icons.pixmap("drop", self._theme.colours.accent, round(_ICON * ratio))
        picture.setDevicePixelRatio(ratio)
        self._icon.setPixmap(picture)
        self._icon.setFixedSize(QSize(_ICON, _ICON))

"""A button that shows a choice and opens a menu of the others."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QStyle, QStyleOptionButton, QStylePainter
from typing_extensions import override

from endstop.gui.widgets import icons
from endstop.gui.widgets.theme import Theme

_LEFT, _RIGHT, _GAP = 12, 28, 9


class PickerButton(QPushButton):
    """Paints a text, a muted detail, a chevron and a thin progress line.

    `left` pixels before the text are free for what lies there.
    """

    def __init__(self, theme: Theme, width: int, widest: int, left: int = _LEFT) -> None:
        super().__init__()
        self._theme = theme
        self._detail = ""
        self._progress: float | None = None
        self._width, self._widest, self._left = width, widest, left
        self.menu_shown = QMenu(self)
        self.setMenu(self.menu_shown)
        theme.changed.connect(self.update)

    def show_choice(self, text: str, detail: str = "", progress: float | None = None) -> None:
        """Show a choice; `progress` runs from 0 to 1."""
        self._detail, self._progress = detail, progress
        self.setText(text)
        self.updateGeometry()
        self.update()

    @property
    def detail(self) -> str:
        """The muted text beside the choice."""
        return self._detail

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        width = self._left + _RIGHT + 4 + metrics.horizontalAdvance(self.text())
        if self._detail:
            width += _GAP + metrics.horizontalAdvance(self._detail)
        return QSize(min(self._widest, max(self._width, width)), super().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_texts(painter)
        self._paint_chevron(painter)
        self._paint_progress(painter)

    def _paint_texts(self, painter: QPainter) -> None:
        colours, left = self._theme.colours, self._left
        metrics = QFontMetrics(self.font())
        room = self.width() - _RIGHT - left
        detail = metrics.horizontalAdvance(self._detail) + _GAP if self._detail else 0
        shown = metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room - detail)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(QColor(colours.text if self.isEnabled() else colours.disabled))
        painter.drawText(QRectF(left, 0, room, self.height()), flags, shown)
        after = left + metrics.horizontalAdvance(shown) + _GAP
        painter.setPen(QColor(colours.muted))
        painter.drawText(QRectF(after, 0, detail, self.height()), flags, self._detail)

    def _paint_chevron(self, painter: QPainter) -> None:
        ratio = self.devicePixelRatioF()
        picture = icons.pixmap("chevron-down", self._theme.colours.muted, round(12 * ratio))
        picture.setDevicePixelRatio(ratio)
        painter.drawPixmap(QPoint(self.width() - 22, (self.height() - 12) // 2), picture)

    def _paint_progress(self, painter: QPainter) -> None:
        if self._progress is None:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.accent))
        width = (self.width() - 8) * self._progress
        painter.drawRoundedRect(QRectF(4, self.height() - 4, max(3.0, width), 2), 1, 1)

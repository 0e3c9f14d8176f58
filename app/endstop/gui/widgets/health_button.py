"""The dot in the toolbar that shows the model's health and opens the diagnostics."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from endstop.gui.widgets.dot import DOT, paint_dot
from endstop.gui.widgets.health import Health, health_word
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

WIDTH = 28
_HALO = 9.5  # radius of the ring around the dot, in pixels


class HealthButton(QAbstractButton):
    """Lies over the left end of the model's button."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.health = Health.UNKNOWN
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_health(Health.UNKNOWN, "")
        theme.changed.connect(self.update)

    def show_health(self, health: Health, verdict: str) -> None:
        """Take the colour, and the sentence that the tool tip says."""
        self.health = health
        self.setToolTip(f"{verdict}\n{_('Show diagnostics')}".strip())
        self.setAccessibleName(f"{_('Diagnostics')}: {health_word(health)}")
        self.setAccessibleDescription(verdict)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, WIDTH)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(colours.accent) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selection))
            painter.drawEllipse(QRectF(self.rect()).center(), _HALO, _HALO)
        left = (self.width() - DOT) / 2
        paint_dot(painter, left, self.height() / 2, getattr(colours, self.health.value))

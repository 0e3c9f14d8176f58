"""The round mark that stands for how bad something is."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

DOT = 8


def paint_dot(painter: QPainter, left: float, middle: float, colour: str) -> None:
    """Paint a dot of `DOT` pixels whose left edge and vertical middle are given."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(left, middle - DOT / 2, DOT, DOT))
    painter.restore()

"""How a row of the documents list is painted."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from endstop.gui.documents.document_list import DocumentRole
from endstop.gui.widgets import icons
from endstop.gui.widgets.theme import Theme

ROW_HEIGHT = 62
_MARGIN = 14
_THUMBNAIL = QSize(34, 44)
_BAR_HEIGHT = 3


class DocumentDelegate(QStyledItemDelegate):
    """Thumbnail, name, state in its tone, and a thin progress bar while the model works."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._theme = theme

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, ROW_HEIGHT)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row: QRect = option.rect
        self._paint_ground(painter, row, option)
        picture = QRect(row.topLeft() + QPoint(_MARGIN, 9), _THUMBNAIL)
        self._paint_thumbnail(painter, picture, index)
        left = picture.right() + 12
        column = QRect(left, row.top(), row.right() - _MARGIN - left + 1, row.height())
        self._paint_texts(painter, column, option, index)
        if index.data(DocumentRole.RUNNING):
            self._paint_bar(painter, column, index.data(DocumentRole.PROGRESS))
        painter.restore()

    def _paint_ground(self, painter: QPainter, row: QRect, option: QStyleOptionViewItem) -> None:
        state: QStyle.StateFlag = option.state
        colours = self._theme.colours
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(row, QColor(colours.selection))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(row, QColor(colours.hover))

    def _paint_thumbnail(
        self, painter: QPainter, frame: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colours = self._theme.colours
        thumbnail = index.data(Qt.ItemDataRole.DecorationRole)
        if not isinstance(thumbnail, QPixmap):
            icon = icons.pixmap(index.data(DocumentRole.ICON), colours.disabled, 44)
            painter.drawPixmap(QRect(frame.center() - QPoint(10, 10), QSize(22, 22)), icon)
            return
        size = thumbnail.size().scaled(frame.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(0, 0), size)
        place.moveCenter(frame.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, thumbnail)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QColor(colours.control_border))
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_texts(
        self,
        painter: QPainter,
        column: QRect,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colours = self._theme.colours
        font: QFont = option.font
        lifted = 3 if index.data(DocumentRole.RUNNING) else 0
        top = column.adjusted(0, 10 - lifted, 0, -column.height() // 2 - lifted)
        _draw_line(painter, top, font, colours.text, index.data(), Qt.TextElideMode.ElideMiddle)
        small = QFont(font)
        small.setPixelSize(QFontInfo(font).pixelSize() - 1)
        below = column.adjusted(0, column.height() // 2 - lifted, 0, -9 - lifted)
        tone = str(getattr(colours, index.data(DocumentRole.TONE)))
        status = index.data(DocumentRole.STATUS)
        _draw_line(painter, below, small, tone, status, Qt.TextElideMode.ElideRight)

    def _paint_bar(self, painter: QPainter, column: QRect, progress: float | None) -> None:
        colours = self._theme.colours
        bar = QRect(column.left(), column.bottom() - 10, column.width(), _BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.border))
        painter.drawRoundedRect(bar, 1.5, 1.5)
        bar.setWidth(max(_BAR_HEIGHT, round(bar.width() * (progress or 0.0))))
        painter.setBrush(QColor(colours.accent))
        painter.drawRoundedRect(bar, 1.5, 1.5)


def _draw_line(
    painter: QPainter,
    place: QRect,
    font: QFont,
    colour: str,
    text: str,
    elide: Qt.TextElideMode,
) -> None:
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = QFontMetrics(font).elidedText(text, elide, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

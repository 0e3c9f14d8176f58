"""One page image that can be zoomed and moved."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsPixmapItem, QGraphicsScene, QGraphicsView, QWidget
from typing_extensions import override

from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_STEP = 1.25
_SMALLEST, _LARGEST = 0.05, 12.0
_MARGIN = 24.0
_TEXT_WIDTH = 460
_GAP = 6


class PageView(QGraphicsView):
    """Shows the page, fitted until the user zooms; Ctrl and the wheel zoom at the pointer."""

    zoomed = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fitted = True
        self._message = self._hint = ""
        self._scene = QGraphicsScene(self)
        self._page = QGraphicsPixmapItem()
        self._page.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._scene.addItem(self._page)
        self.setScene(self._scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setAcceptDrops(False)
        self.setAccessibleName(_("Page"))

    def show_page(self, image: QImage) -> None:
        """Show a page; the zoom stays, unless it is fitted."""
        self._message = self._hint = ""
        self.setAccessibleDescription("")
        self._page.setPixmap(QPixmap.fromImage(image))
        bounds = QRectF(image.rect()).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        self._scene.setSceneRect(bounds)
        if self._fitted:
            self.fit()
        self.viewport().update()

    def rotate_page(self, degrees: int) -> None:
        """Rotate the shown picture clockwise."""
        rotated = self._page.pixmap().transformed(QTransform().rotate(degrees))
        self.show_page(rotated.toImage())

    def show_message(self, message: str, hint: str = "") -> None:
        """Show a sentence instead of a page, and what to do below it."""
        self._message, self._hint = message, hint
        self.setAccessibleDescription(f"{message} {hint}".strip())
        self._page.setPixmap(QPixmap())
        self._scene.setSceneRect(QRectF())
        self.viewport().update()

    @property
    def has_page(self) -> bool:
        """Whether a page is shown."""
        return not self._page.pixmap().isNull()

    @property
    def picture(self) -> QPixmap:
        """The shown page, null if there is none."""
        return self._page.pixmap()

    @property
    def scale_factor(self) -> float:
        """Screen pixels a page pixel."""
        return self.transform().m11()

    def fit(self) -> None:
        """Fit the whole page into the view, and keep it so."""
        self._set_fitted(True)
        if self.has_page:
            page = QRectF(self._page.pixmap().rect())
            room = self.viewport().rect().adjusted(20, 4, -20, -20)
            scale = min(room.width() / page.width(), room.height() / page.height())
            self._set_scale(max(scale, _SMALLEST))
            self.centerOn(self._page)

    def zoom_in(self) -> None:
        """One step closer."""
        self._zoom(_STEP)

    def zoom_out(self) -> None:
        """One step away."""
        self._zoom(1 / _STEP)

    def _zoom(self, factor: float) -> None:
        if self.has_page:
            self._set_fitted(False)
            self._set_scale(min(_LARGEST, max(_SMALLEST, self.scale_factor * factor)))

    def _set_fitted(self, fitted: bool) -> None:
        """A fitted page needs no scroll bars, and they would take room from it."""
        self._fitted = fitted
        policy = Qt.ScrollBarPolicy
        shown = policy.ScrollBarAlwaysOff if fitted else policy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(shown)
        self.setVerticalScrollBarPolicy(shown)

    def _set_scale(self, scale: float) -> None:
        self.resetTransform()
        self.scale(scale, scale)
        self.zoomed.emit(scale)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        before = self.mapToScene(event.position().toPoint())
        self._zoom(_STEP ** (event.angleDelta().y() / 120))
        moved: QPoint = self.mapFromScene(before) - event.position().toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + moved.y())
        event.accept()

    @override
    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        colours = self._theme.colours
        if self.has_page:
            pen = QPen(QColor(colours.control_border), 0)
            painter.setPen(pen)
            painter.drawRect(QRectF(self._page.pixmap().rect()))
        elif self._message:
            painter.resetTransform()
            self._draw_message(painter)

    def _draw_message(self, painter: QPainter) -> None:
        """The sentence in the middle, the hint below it."""
        colours = self._theme.colours
        room = self.viewport().rect().adjusted(24, 24, -24, -24)
        across = min(room.width(), _TEXT_WIDTH)
        room = QRect(room.center().x() - across // 2, room.top(), across, room.height())
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)
        sentence = painter.boundingRect(room, flags, self._message)
        hint = painter.boundingRect(room, flags, self._hint) if self._hint else QRect()
        height = sentence.height() + (hint.height() + _GAP if self._hint else 0)
        room.setTop(max(room.top(), room.center().y() - height // 2))
        painter.setPen(QColor(colours.text if self._hint else colours.muted))
        painter.drawText(room, flags, self._message)
        if self._hint:
            room.setTop(room.top() + sentence.height() + _GAP)
            painter.setPen(QColor(colours.muted))
            painter.drawText(room, flags, self._hint)

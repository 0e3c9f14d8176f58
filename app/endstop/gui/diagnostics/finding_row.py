"""One finding: a line that opens into its message, evidence and remedy."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from endstop.doctor.finding import Finding, Severity
from endstop.gui.diagnostics.panel_wording import evidence_brief, finding_details, finding_name
from endstop.gui.widgets.dot import DOT, paint_dot
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme

_HEIGHT = 23
_LEFT, _GAP = 14, 9
_COLOURS = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.INFO: "accent"}


class FindingHead(QAbstractButton):
    """Dot, code, title and the first evidence, as much as fits; checked while it is open."""

    def __init__(self, finding: Finding, theme: Theme) -> None:
        super().__init__()
        self._finding = finding
        self._theme = theme
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(finding.title)
        self.setAccessibleName(finding_name(finding))
        self.setAccessibleDescription(finding.message)
        self.setToolTip(finding.title)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        if self.isChecked() or self.underMouse():
            shade = colours.selection if self.isChecked() else colours.hover
            painter.fillRect(self.rect(), QColor(shade))
        if self.hasFocus():
            painter.setPen(QColor(colours.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        paint_dot(
            painter, _LEFT, self.height() / 2, getattr(colours, _COLOURS[self._finding.severity])
        )
        left = _LEFT + DOT + _GAP
        left = self._write(painter, left, self._finding.code, colours.muted)
        left = self._write(painter, left, self._finding.title, colours.text)
        if brief := evidence_brief(self._finding):
            self._write(painter, left, f"· {brief}", colours.muted)

    def _write(self, painter: QPainter, left: int, text: str, colour: str) -> int:
        """Write what fits; where the next text begins."""
        room = self.width() - _GAP - left
        metrics = painter.fontMetrics()
        if room < metrics.averageCharWidth() * 4:
            return self.width()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.setPen(QColor(colour))
        area = QRect(left, 0, room, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        return left + metrics.horizontalAdvance(shown) + _GAP


class FindingRow(QWidget):
    """Emits `opened` when its details are shown."""

    opened = Signal()

    def __init__(self, finding: Finding, theme: Theme) -> None:
        super().__init__()
        self.finding = finding
        self.head = FindingHead(finding, theme)
        self.details = mark(QLabel(finding_details(finding)), "details")
        self.details.setTextFormat(Qt.TextFormat.RichText)
        self.details.setWordWrap(True)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details.setContentsMargins(_LEFT + DOT + _GAP, 5, 14, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.details)
        self.details.hide()
        self.head.toggled.connect(self._toggle)

    @Slot(bool)
    def _toggle(self, open_now: bool) -> None:
        self.details.setVisible(open_now)
        if open_now:
            self.opened.emit()

"""The list of findings; one at a time is open."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from endstop.doctor.finding import Finding
from endstop.gui.diagnostics.finding_row import FindingRow
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _


class FindingsView(QScrollArea):
    """Rows, or a sentence where there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[FindingRow] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(_("Findings"))
        self.note = mark(QLabel(), "muted")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setContentsMargins(14, 5, 14, 5)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 4, 0, 4)
        self._column.setSpacing(0)
        self._column.addWidget(self.note)
        self._column.addStretch(1)
        self.setWidget(content)

    def show_findings(self, findings: Sequence[Finding], note: str) -> None:
        """Show these, or the note if there are none; what was open stays open."""
        self.note.setText(note)
        self.note.setVisible(not findings and bool(note))
        if [row.finding for row in self.rows] == list(findings):
            return
        was_open = {row.finding.code for row in self.rows if row.head.isChecked()}
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [FindingRow(finding, self._theme) for finding in findings]
        for number, row in enumerate(self.rows):
            self._column.insertWidget(number, row)
            row.opened.connect(lambda opened=row: self._close_others(opened))
            row.head.setChecked(row.finding.code in was_open)

    def focus_first(self) -> None:
        """Give the keyboard to the worst finding."""
        if self.rows:
            self.rows[0].head.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _close_others(self, opened: FindingRow) -> None:
        for row in self.rows:
            if row is not opened:
                row.head.setChecked(False)
        QTimer.singleShot(0, opened, lambda: self._bring_into_view(opened))

    def _bring_into_view(self, row: FindingRow) -> None:
        """Scroll as little as shows the whole row, or its beginning if it is too tall."""
        bar = self.verticalScrollBar()
        lowest = row.geometry().bottom() + 1 - self.viewport().height()
        bar.setValue(min(max(bar.value(), lowest), row.y()))

"""The runtime matrix and, below it, why the chosen runtime stops or does not."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from endstop.doctor.reports.matrix import MatrixRow
from endstop.gui.diagnostics.runtime_table import RuntimeTable, RuntimeTableView
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme


class RuntimeMatrix(QWidget):
    """Choosing a runtime with mouse or arrow keys shows its reason."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.table = RuntimeTable(self)
        self.view = RuntimeTableView(self.table, theme)
        self.why = mark(QLabel(), "muted")
        self.why.setTextFormat(Qt.TextFormat.PlainText)
        self.why.setWordWrap(True)
        self.why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.why.setContentsMargins(6, 4, 10, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 5, 4, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.why)
        self.view.runtime_chosen.connect(self._explain)
        self._explain("")

    def show_rows(self, rows: Sequence[MatrixRow]) -> None:
        """Show another model's runtimes."""
        if tuple(rows) != self.table.rows:
            self.table.set_rows(rows)
            self._explain("")

    @Slot(str)
    def _explain(self, text: str) -> None:
        self.why.setText(text)
        self.why.setVisible(bool(text))

"""The two lines below a result."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout

from endstop.gui.marking import mark
from endstop.gui.result_notes import Foot


class ResultFoot(QFrame):
    """A sentence about how it ended, and the figures."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("resultFoot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.figures = mark(QLabel(), "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 9, 14, 10)
        column.setSpacing(3)
        for label in (self.sentence, self.figures):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)

    def show_foot(self, foot: Foot) -> None:
        """Show these lines; an empty one takes no room."""
        self.sentence.setText(foot.sentence)
        self.sentence.setVisible(bool(foot.sentence))
        self.figures.setText(foot.figures)

"""Shows what a fix would change, before it does."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from endstop.doctor.finding import Finding
from endstop.doctor.fixes.plan import FixPlan
from endstop.errors import EndstopError
from endstop.gui.diagnostics.diff_view import DiffView
from endstop.gui.diagnostics.panel_wording import plan_sentence
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.translation import _

_WIDTH, _LEAST_HEIGHT, _MOST_HEIGHT = 720, 340, 640


class FixDialog(QDialog):
    """Which findings to fix, the diff, Apply or Cancel.

    `choice_changed(findings)` asks for another plan, which `show_plan` takes; `applied(plan)` says
    that the user wants what is shown.
    """

    choice_changed = Signal(object)
    applied = Signal(object)

    def __init__(
        self, fixable: Sequence[Finding], plan: FixPlan, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Fix {name}").format(name=plan.diagnosis.subject.checkpoint.name))
        self._plan = plan
        self.sentence = mark(QLabel(), "heading")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.boxes = [(_box(finding, finding in plan.mends), finding) for finding in fixable]
        self.left_out = mark(QLabel(), "bad")
        self.left_out.setTextFormat(Qt.TextFormat.PlainText)
        self.left_out.setWordWrap(True)
        self.diff = DiffView(theme)
        self.note = mark(QLabel(), "muted")
        self.note.setText(
            _(
                "A backup is kept in the folder .endstop beside the files. Undo restores every "
                "file byte for byte."
            )
        )
        self.note.setWordWrap(True)
        self.apply = mark(QPushButton(_("Apply")), "primary")
        self._lay_out()
        for box, _finding in self.boxes:
            box.toggled.connect(self._choose)
        self.show_plan(plan)
        height = self.sizeHint().height() - self.diff.sizeHint().height() + self.diff.full_height()
        self.resize(_WIDTH, max(_LEAST_HEIGHT, min(_MOST_HEIGHT, height)))
        self.apply.setFocus()

    def show_plan(self, plan: FixPlan) -> None:
        """Show these changes."""
        self._plan = plan
        self.sentence.setText(plan_sentence(plan))
        self.left_out.setText(
            "\n".join(f"{left.finding.code}: {left.why}" for left in plan.left_out)
        )
        self.left_out.setVisible(bool(plan.left_out))
        self.diff.show_diff(plan.diff)
        self.apply.setEnabled(bool(plan.changes))

    def show_error(self, error: EndstopError) -> None:
        """Say why there is no plan for what is chosen."""
        self.left_out.setText(str(error))
        self.left_out.show()

    @property
    def chosen(self) -> tuple[Finding, ...]:
        """The findings that are ticked."""
        return tuple(finding for box, finding in self.boxes if box.isChecked())

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox()
        buttons.addButton(self.apply, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(_("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addWidget(self.sentence)
        for box, _finding in self.boxes:
            column.addWidget(box)
        column.addWidget(self.left_out)
        column.addWidget(self.diff, 1)
        column.addWidget(self.note)
        column.addWidget(buttons)
        self.apply.setDefault(True)  # a button learns of its dialog when it is laid out

    @Slot()
    def _choose(self) -> None:
        self.apply.setEnabled(False)
        self.choice_changed.emit(self.chosen)

    @Slot()
    def _accept(self) -> None:
        self.accept()
        self.applied.emit(self._plan)


def _box(finding: Finding, checked: bool) -> QCheckBox:
    title = finding.fix.title if finding.fix else finding.title
    box = QCheckBox(f"{finding.code}  {title}")
    box.setToolTip(finding.message)
    box.setChecked(checked)
    return box

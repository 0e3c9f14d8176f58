"""Asks what a document may take at most."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from endstop.gui.settings.limit_box import LimitBox
from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.widgets.marking import mark
from endstop.translation import _

MOST_TOKENS, MOST_SECONDS = 999_999, 24 * 60 * 60
_TOKEN_STEP, _SECOND_STEP = 500, 30
_WIDTH = 440


class LimitsDialog(QDialog):
    """Tokens and seconds a document; `limits` is what the user wants if the dialog is accepted.

    `profile_tokens` is the longest answer by the profile of the loaded model, None without one.
    """

    def __init__(
        self, limits: ExtractionLimits, profile_tokens: int | None, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Limits a document"))
        self.tokens = LimitBox(_profile_text(profile_tokens), MOST_TOKENS, _TOKEN_STEP)
        self.tokens.setAccessibleName(_("The longest answer a document, in tokens"))
        self.seconds = LimitBox(_("No limit"), MOST_SECONDS, _SECOND_STEP)
        self.seconds.setSuffix(_(" s"))
        self.seconds.setAccessibleName(_("The longest time a document, in seconds"))
        self.seconds.setToolTip(
            _("Counted from when its turn has come; reading its pages is included")
        )
        self.note = mark(QLabel(), "muted")
        self.note.setText(
            _(
                "At a limit the extraction is stopped and the answer closed, so that it stays "
                "valid JSON. It is marked incomplete, and the fields that were cut are listed."
            )
        )
        self.note.setWordWrap(True)
        self.ok = mark(QPushButton(_("OK")), "primary")
        self.cancel = QPushButton(_("Cancel"))
        self.defaults = QPushButton(_("Restore defaults"))
        self._lay_out()
        self._show(limits)
        self.tokens.setFocus()
        self.tokens.selectAll()

    @property
    def limits(self) -> ExtractionLimits:
        """What the boxes say."""
        return ExtractionLimits(self.tokens.limit, self.seconds.limit)

    def _lay_out(self) -> None:
        lines = QGridLayout()
        lines.setHorizontalSpacing(14)
        lines.setVerticalSpacing(8)
        lines.setColumnStretch(1, 1)
        for row, (name, box) in enumerate(((_("Tokens"), self.tokens), (_("Time"), self.seconds))):
            label = QLabel(name)
            label.setBuddy(box)
            lines.addWidget(label, row, 0)
            lines.addWidget(box, row, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addLayout(lines)
        column.addWidget(self.note)
        column.addWidget(self._buttons())
        self.ok.setDefault(True)  # a button learns of its dialog when it is laid out
        self.ensurePolished()
        self.setMinimumWidth(_WIDTH)
        self.resize(_WIDTH, column.totalHeightForWidth(_WIDTH))

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.addButton(self.defaults, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.defaults.clicked.connect(self._restore_defaults)
        return buttons

    @Slot()
    def _restore_defaults(self) -> None:
        self._show(ExtractionLimits())

    def _show(self, limits: ExtractionLimits) -> None:
        self.tokens.show_limit(limits.tokens)
        self.seconds.show_limit(limits.seconds)


def _profile_text(tokens: int | None) -> str:
    if tokens is None:
        return _("As the model's profile says")
    return _("As the model's profile says ({count})").format(count=tokens)

"""Says which model is looked at that the window has not loaded, and leads back."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QSizePolicy
from typing_extensions import override

from endstop.gui.action_button import action_button
from endstop.gui.marking import mark
from endstop.translation import _


class GuestBar(QFrame):
    """Emits `chosen(path)` where a folder of several models was dropped."""

    chosen = Signal(object)

    def __init__(self, load: QAction, back: QAction) -> None:
        super().__init__()
        self.setObjectName("guestBar")
        self._models: tuple[Path, ...] = ()
        self._path = ""
        self.name = QLabel()
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.models = QComboBox()
        self.models.setAccessibleName(_("Models in the folder"))
        self.models.setMaximumWidth(240)
        self.models.activated.connect(self._choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(self.name, 1)
        row.addWidget(self.models)
        for action in (load, back):
            row.addWidget(mark(action_button(action), "link"))
        self.hide()

    def show_guest(self, path: str, models: Sequence[Path]) -> None:
        """Name the model; hide where it is the window's own."""
        self.setVisible(bool(path))
        self._path = path
        self.name.setToolTip(path)
        self._write_name()
        if tuple(models) != self._models:
            self._models = tuple(models)
            self.models.clear()
            self.models.addItems([model.name for model in models])
        self.models.setVisible(len(models) > 1)
        current = [str(model) for model in models]
        if path in current:
            self.models.setCurrentIndex(current.index(path))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write_name()

    def _write_name(self) -> None:
        """The path, with an ellipsis in its middle where it does not fit."""
        said = _("Examined, not loaded: {path}").format(path=self._path)
        fits = self.name.fontMetrics().elidedText(
            said, Qt.TextElideMode.ElideMiddle, max(80, self.name.width())
        )
        self.name.setText(fits)

    @Slot(int)
    def _choose(self, number: int) -> None:
        self.chosen.emit(self._models[number])

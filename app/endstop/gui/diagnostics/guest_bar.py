"""Names the model that is shown without being loaded, and offers the way back."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout

from endstop.gui.widgets.action_button import action_button
from endstop.gui.widgets.elided_label import ElidedLabel
from endstop.gui.widgets.marking import mark
from endstop.translation import _


class GuestBar(QFrame):
    """Emits `chosen(path)` where a folder of several models was dropped."""

    chosen = Signal(object)

    def __init__(self, load: QAction, back: QAction) -> None:
        super().__init__()
        self.setObjectName("guestBar")
        self._models: tuple[Path, ...] = ()
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
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
        self.name.setText(_("Examined, not loaded: {path}").format(path=path))
        if tuple(models) != self._models:
            self._models = tuple(models)
            self.models.clear()
            self.models.addItems([model.name for model in models])
        self.models.setVisible(len(models) > 1)
        current = [str(model) for model in models]
        if path in current:
            self.models.setCurrentIndex(current.index(path))

    @Slot(int)
    def _choose(self, number: int) -> None:
        self.chosen.emit(self._models[number])

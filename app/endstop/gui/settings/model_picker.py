"""The toolbar's model: its name, size and health, and the menu to choose another."""

from collections.abc import Sequence
from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from typing_extensions import override

from endstop.assets import bundled_model
from endstop.gui.widgets.health_button import WIDTH, HealthButton
from endstop.gui.widgets.picker_button import PickerButton
from endstop.gui.widgets.text import size_text
from endstop.gui.widgets.theme import Theme
from endstop.gui.workers.model_session import ModelState, ModelStatus, is_bundled, location_name
from endstop.translation import _


def model_title(location: str, name: str = "") -> str:
    """A model's name for people; the bundled one says that it is a demo."""
    name = name or location_name(location)
    return _("{name} (demo)").format(name=name) if is_bundled(location) else name


class ModelPicker(PickerButton):
    """Emits `chosen(location)`, or the open action's trigger."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, open_folder: QAction, diagnose: QAction) -> None:
        super().__init__(theme, width=170, widest=330, left=WIDTH + 2)
        self.health = HealthButton(theme, self)
        self._open_folder = open_folder
        self._diagnose = diagnose
        self.setAccessibleName(_("Model"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.health.setGeometry(2, 0, WIDTH, self.height())

    def show_status(self, status: ModelStatus, recent: Sequence[str]) -> None:
        """Show which model there is and offer the others."""
        title = model_title(status.location, status.name)
        match status.state:
            case ModelState.NONE:
                self.show_choice(title or _("No model"), _("not loaded"))
            case ModelState.LOADING:
                percent = _("loading {percent} %").format(percent=round(100 * status.fraction))
                self.show_choice(title, percent, status.fraction)
            case ModelState.READY:
                size = size_text(status.model.size) if status.model else ""
                self.show_choice(title, size)
            case ModelState.FAILED:
                self.show_choice(title, _("failed"))
            case _:
                assert_never(status.state)
        self.setToolTip(_tool_tip(status))
        self._fill_menu(status.location, recent)

    def _fill_menu(self, current: str, recent: Sequence[str]) -> None:
        menu = self.menu_shown
        menu.clear()
        group = QActionGroup(menu)
        bundled = str(bundled_model())
        for location in (bundled, *(each for each in recent if each != bundled)):
            action = QAction(model_title(location), group)
            action.setToolTip(location)
            action.setCheckable(True)
            action.setChecked(location == current)
            action.triggered.connect(lambda _checked, each=location: self.chosen.emit(each))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self._open_folder)
        menu.addAction(self._diagnose)


def _tool_tip(status: ModelStatus) -> str:
    lines = [status.location]
    if status.stage:
        lines.append(status.stage)
    if status.error is not None:
        lines.append(str(status.error))
    if status.patched:
        lines.append(_("Patched: its files do not list the token that ends a turn."))
    return "\n".join(lines)

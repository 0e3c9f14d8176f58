"""The actions by which the user chooses, with their texts and shortcuts."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup

from endstop.gui.widgets.action import action
from endstop.gui.widgets.theme import ThemeChoice
from endstop.translation import _


class SettingActions:
    """The actions; the settings' controller connects them."""

    def __init__(self, parent: QObject, theme: ThemeChoice) -> None:
        self.open_model = action(parent, _("Open Model Folder…"), "Ctrl+M")
        self.open_schema = action(parent, _("Open Schema File…"), "Ctrl+Shift+M")
        self.limits = action(parent, _("Limits…"), "Ctrl+Shift+L")
        self.themes = QActionGroup(parent)
        for choice, text in (
            (ThemeChoice.SYSTEM, _("Like the System")),
            (ThemeChoice.LIGHT, _("Light")),
            (ThemeChoice.DARK, _("Dark")),
        ):
            made = action(parent, text)
            made.setData(choice.value)
            made.setCheckable(True)
            made.setChecked(choice is theme)
            self.themes.addAction(made)

"""The toolbar's schema, and the menu to choose another."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup

from endstop.gui.settings.schema_choice import SchemaChoice
from endstop.gui.widgets.picker_button import PickerButton
from endstop.gui.widgets.theme import Theme
from endstop.translation import _


class SchemaPicker(PickerButton):
    """Emits `chosen(key)`, or the open action's trigger."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, open_file: QAction) -> None:
        super().__init__(theme, width=150, widest=260)
        self._open_file = open_file
        self.setAccessibleName(_("Schema"))

    def show_choice_of(self, choice: SchemaChoice) -> None:
        """Show the current schema and offer the others."""
        self.show_choice(choice.current.title)
        self.setToolTip(_("Schema: {name}").format(name=choice.key))
        menu = self.menu_shown
        menu.clear()
        group = QActionGroup(menu)
        library = True
        for key, schema in choice.choices():
            if library and key in choice.files:
                menu.addSeparator()
                library = False
            action = QAction(schema.title, group)
            action.setToolTip(key)
            action.setCheckable(True)
            action.setChecked(key == choice.key)
            action.triggered.connect(lambda _checked, each=key: self.chosen.emit(each))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self._open_file)

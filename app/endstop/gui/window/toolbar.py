"""The toolbar: model, schema, what runs, Extract, Stop, Export."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy, QToolBar, QWidget

from endstop.gui.settings.model_picker import ModelPicker
from endstop.gui.settings.schema_picker import SchemaPicker
from endstop.gui.widgets.action_button import action_button
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.gui.window.actions import WindowActions
from endstop.translation import _


class Toolbar(QToolBar):
    """Stays where it is; its buttons follow the window's actions."""

    def __init__(self, actions: WindowActions, theme: Theme) -> None:
        super().__init__(_("Toolbar"))
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.model = ModelPicker(theme, actions.open_model, actions.diagnostics)
        self.schema = SchemaPicker(theme, actions.open_schema)
        self.extract = mark(action_button(actions.extract), "primary")
        self.stop = action_button(actions.stop)
        self.export = QPushButton(_("Export…"))
        self.export.setMenu(_export_menu(actions, self))
        actions.export_all.changed.connect(
            lambda: self.export.setEnabled(actions.export_all.isEnabled())
        )
        self.status = mark(QLabel(), "muted")
        self.status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.status.setMinimumWidth(40)
        self.status.setContentsMargins(8, 0, 8, 0)
        widgets: tuple[QWidget, ...] = (self.model, self.schema, self.status)
        for widget in (*widgets, self.extract, self.stop, self.export):
            self.addWidget(widget)

    def show_activity(self, text: str) -> None:
        """Say what goes on."""
        self.status.setText(text)


def _export_menu(actions: WindowActions, parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.addAction(actions.export_current)
    menu.addAction(actions.export_all)
    return menu

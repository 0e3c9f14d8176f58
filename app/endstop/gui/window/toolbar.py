"""The toolbar: model, schema, what runs, Extract, Stop, Export."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy, QToolBar, QWidget

from endstop.gui.documents.document_actions import DocumentActions
from endstop.gui.settings.model_picker import ModelPicker
from endstop.gui.settings.schema_picker import SchemaPicker
from endstop.gui.widgets.action_button import action_button
from endstop.gui.widgets.marking import mark
from endstop.gui.window.window_actions import WindowActions
from endstop.translation import _


class Toolbar(QToolBar):
    """Stays where it is; its buttons follow the actions."""

    def __init__(
        self,
        model: ModelPicker,
        schema: SchemaPicker,
        documents: DocumentActions,
        own: WindowActions,
    ) -> None:
        super().__init__(_("Toolbar"))
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.model, self.schema = model, schema
        self.extract = mark(action_button(documents.extract), "primary")
        self.stop = action_button(own.stop)
        self.export = QPushButton(_("Export…"))
        self.export.setMenu(_export_menu(documents, self))
        documents.export_all.changed.connect(
            lambda: self.export.setEnabled(documents.export_all.isEnabled())
        )
        self.export.setEnabled(documents.export_all.isEnabled())
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


def _export_menu(documents: DocumentActions, parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.addAction(documents.export_current)
    menu.addAction(documents.export_all)
    return menu

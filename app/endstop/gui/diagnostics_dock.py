"""The dock that says whether the loaded model stops, and why."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from endstop.gui import icons
from endstop.gui.marking import mark
from endstop.gui.model_session import ModelState, ModelStatus
from endstop.gui.stop_table import StopTable, StopTableView
from endstop.gui.theme import Theme
from endstop.gui.wording import diagnosis
from endstop.translation import _


class DiagnosticsDock(QDockWidget):
    """One sentence in plain words, then every id that ends a run, with its sources."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(_("Diagnostics"), parent)
        self.setObjectName("diagnosticsDock")
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setTitleBarWidget(QWidget())
        self._theme = theme
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton()
        self._close.setToolTip(_("Hide diagnostics"))
        self._close.setAccessibleName(_("Hide diagnostics"))
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(self.hide)
        self.table = StopTable(theme, self)
        self._view = StopTableView(self.table)
        self._lay_out()
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.show_status(ModelStatus())

    def show_status(self, status: ModelStatus) -> None:
        """Say what is known of the model."""
        self.table.set_stop_set(status.stop_set)
        self._view.setVisible(status.stop_set is not None)
        if status.model is not None and status.stop_set is not None:
            self.sentence.setText(diagnosis(status.model, status.stop_set))
        elif status.state is ModelState.LOADING:
            self.sentence.setText(_("The model is being loaded…"))
        elif status.error is not None:
            self.sentence.setText(f"<b>{status.error.sentence}</b> {status.error.remedy}")
        else:
            self.sentence.setText(_("No model is loaded."))

    def _lay_out(self) -> None:
        content = mark(QWidget(), "panel")
        content.setObjectName("diagnostics")
        content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head = QHBoxLayout()
        head.setContentsMargins(14, 8, 8, 4)
        head.addWidget(self.sentence, 1, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        column.addLayout(head)
        table = QVBoxLayout()
        table.setContentsMargins(8, 0, 8, 0)
        table.addWidget(self._view)
        column.addLayout(table, 1)
        column.addStretch(0)
        self.setWidget(content)

    @Slot()
    def _paint_icon(self) -> None:
        self._close.setIcon(icons.icon("close", self._theme.colours))
        self._close.setIconSize(QSize(14, 14))

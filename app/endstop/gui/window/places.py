"""Where the window and its parts are, remembered from one start to the next."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QMainWindow, QSplitter
from typing_extensions import override

from endstop.gui.diagnostics.diagnostics_dock import DiagnosticsDock
from endstop.gui.settings.settings import Settings
from endstop.gui.widgets.coalesced import Coalesced

_FIRST_SIZE = QSize(1280, 820)
_DOCK_HEIGHT = 196
_SOON_MS = 500
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize)


class Places(QObject):
    """Notes the places soon after they change."""

    def __init__(
        self, window: QMainWindow, settings: Settings, columns: QSplitter, dock: DiagnosticsDock
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._columns = columns
        self._dock = dock
        self._moved = Coalesced(self.remember, _SOON_MS, self)
        window.installEventFilter(self)
        dock.visibilityChanged.connect(self._moved.request)
        for splitter in (columns, dock.columns):
            splitter.splitterMoved.connect(self._moved.request)

    def restore(self) -> None:
        """Put everything where it was, or where it belongs at a first start."""
        window, settings = self._window, self._settings
        window.resize(_FIRST_SIZE)
        window.resizeDocks([self._dock], [_DOCK_HEIGHT], Qt.Orientation.Vertical)
        if not settings.geometry.isEmpty():
            window.restoreGeometry(settings.geometry)
            self._columns.restoreState(settings.columns)
            window.restoreState(settings.dock)
            self._dock.columns.restoreState(settings.panel)

    def remember(self) -> None:
        """Note where everything is, unless the window is hidden."""
        window, settings = self._window, self._settings
        if window.isVisible():
            settings.geometry = window.saveGeometry()
            settings.columns = self._columns.saveState()
            settings.dock = window.saveState()
            settings.panel = self._dock.columns.saveState()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._moved.request()
        return False

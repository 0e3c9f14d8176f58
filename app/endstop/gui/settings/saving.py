"""Writes the settings to their file soon after they change."""

import logging
from pathlib import Path

from PySide6.QtCore import QObject

from endstop.gui.settings.settings import Settings, save_settings
from endstop.gui.widgets.coalesced import Coalesced

logger = logging.getLogger(__name__)

_SOON_MS = 200


class SettingsSaver(QObject):
    """Writes many changes at once; a failure is logged, and the next change tries again."""

    def __init__(self, settings: Settings, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._path = path
        self._soon = Coalesced(self.save, _SOON_MS, self)
        settings.watch(self._soon.request)

    def save(self) -> None:
        """Write all settings now."""
        self._soon.cancel()
        try:
            save_settings(self._settings, self._path)
        except OSError:
            logger.exception("The settings cannot be saved")

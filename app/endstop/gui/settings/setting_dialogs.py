"""What the user is asked when something is chosen."""

from pathlib import Path
from typing import Protocol

from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.widgets.folder_dialog import FolderDialog


class SettingDialogs(FolderDialog, Protocol):
    """None means that the user cancelled."""

    def schema_file(self, folder: str) -> Path | None:
        """A schema file."""
        ...

    def limits(
        self, limits: ExtractionLimits, profile_tokens: int | None
    ) -> ExtractionLimits | None:
        """Other limits a document than `limits`; see LimitsDialog for `profile_tokens`."""
        ...

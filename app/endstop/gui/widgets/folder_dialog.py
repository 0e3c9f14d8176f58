"""The question that most rooms ask: which folder?"""

from pathlib import Path
from typing import Protocol


class FolderDialog(Protocol):
    """None means that the user cancelled."""

    def folder(self, title: str, folder: str) -> Path | None:
        """A folder to read or write; the dialog begins in `folder`."""
        ...

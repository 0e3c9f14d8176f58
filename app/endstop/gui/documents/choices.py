"""What the documents need of the rest of the window: the user's choices, and dialogs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from endstop.extraction.request import Options
from endstop.gui.widgets.folder_dialog import FolderDialog
from endstop.schemas.schema import ExtractionSchema


class Choices(Protocol):
    """The choices that hold now; the folders are those that dialogs begin in, "" for none."""

    extract_on_drop: bool
    open_folder: str
    export_folder: str

    @property
    def schema(self) -> ExtractionSchema:
        """What is extracted."""
        ...

    def options(self, constrained: bool) -> Options:
        """How a document that is queued now is extracted: with which limits, with a grammar?"""
        ...

    def choose_schema(self, key: str) -> None:
        """Use another schema from now on."""
        ...


class DocumentDialogs(FolderDialog, Protocol):
    """An empty list means that the user cancelled."""

    def documents(self, folder: str) -> Sequence[Path]:
        """Files to add."""
        ...

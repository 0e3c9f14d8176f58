"""Writes results as files, off the GUI thread."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from endstop.errors import EndstopError
from endstop.export.files import export
from endstop.gui.documents.document_entry import DocumentEntry
from endstop.gui.workers.background import Background


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that were written, and how many of the results are incomplete."""

    folder: Path
    files: tuple[Path, ...]
    incomplete: int


class Exporter(QObject):
    """`finished(Exported | EndstopError)` follows every `write`."""

    finished = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(1, self)

    def write(self, entries: Sequence[DocumentEntry], folder: Path) -> None:
        """Write the results that these documents have now."""
        pairs = [(each, each.extraction) for each in entries if each.extraction is not None]
        extractions = [extraction for _entry, extraction in pairs]

        def then(outcome: tuple[Path, ...] | EndstopError) -> None:
            if isinstance(outcome, EndstopError):
                self.finished.emit(outcome)
                return
            for entry, extraction in pairs:
                if entry.extraction is extraction:
                    entry.exported = True
            incomplete = sum(not each.complete for each in extractions)
            self.finished.emit(Exported(folder, outcome, incomplete))

        self._background.submit(lambda: export(extractions, folder), then)

    def shut_down(self) -> None:
        """Wait until what is being written is whole."""
        self._background.shut_down()

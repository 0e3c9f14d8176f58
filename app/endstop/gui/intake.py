"""From dropped paths to rows: folders are searched and files recognised off the GUI thread."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from endstop.documents.discover import discover
from endstop.documents.recognise import recognise
from endstop.documents.source import SourceFile
from endstop.errors import EndstopError
from endstop.gui.background import Background
from endstop.gui.document_entry import DocumentState
from endstop.gui.document_table import DocumentTable


class Intake(QObject):
    """Adds a row a file at once; the row is recognised in the background, in order.

    `recognised(id)` follows each row's recognition. `refused(names)` are files that the list
    holds already. `found_nothing(folder)` is a folder without a document.
    """

    recognised = Signal(int)
    refused = Signal(object)
    found_nothing = Signal(object)

    def __init__(self, table: DocumentTable, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._background = Background(1, self)
        self._closed = False

    def take(self, paths: Sequence[Path]) -> list[int]:
        """Add files and search folders; the ids of the rows that were added at once."""
        folders = [path for path in paths if path.is_dir()]
        added = self._add([path for path in paths if path not in folders])
        for folder in folders:
            self._search(folder)
        return added

    def shut_down(self) -> None:
        """Stop searching and recognising."""
        self._closed = True
        self._background.shut_down()

    def _add(self, files: Iterable[Path]) -> list[int]:
        paths = dict.fromkeys(path.resolve() for path in files)
        known = [entry for path in paths if (entry := self._table.find_path(path))]
        failed = [entry for entry in known if entry.state is DocumentState.FAILED]
        for entry in failed:
            entry.again()  # the file may have been mended since
            self._table.touch(entry.id)
        if refused := [each.path.name for each in known if each not in failed]:
            self.refused.emit(refused)
        added = self._table.add([path for path in paths if not self._table.find_path(path)])
        for entry in (*failed, *added):
            self._recognise(entry.id, entry.path)
        return [entry.id for entry in (*failed, *added)]

    def _recognise(self, entry_id: int, path: Path) -> None:
        def then(found: SourceFile | EndstopError) -> None:
            entry = self._table.find(entry_id)
            if entry is not None:
                entry.recognised(found)
                self.recognised.emit(entry_id)

        self._background.submit(lambda: recognise(path), then)

    def _search(self, folder: Path) -> None:
        def search() -> list[Path]:
            found = []
            for path in discover([folder]):
                if self._closed:
                    break
                found.append(path)
            return found

        def then(found: list[Path] | EndstopError) -> None:
            if isinstance(found, EndstopError) or not found:
                self.found_nothing.emit(folder)
            else:
                self._add(found)

        self._background.submit(search, then, priority=1)

"""One file for all documents, which has every result as soon as it is there."""

import os
from itertools import chain
from pathlib import Path

from endstop.export.forms import columns, to_csv, to_csv_rows, to_json_line
from endstop.export.names import numbered
from endstop.export.occupancy import Occupancy
from endstop.export.transaction import commit, held
from endstop.results.result import Extraction

_NAME = "results"


class LinesFile:
    """`results.jsonl`, a line a document; `results-2.jsonl` if that is there already."""

    def __init__(self, folder: Path, *, with_metadata: bool) -> None:
        self._file = _OwnFile(folder, ".jsonl")
        self._with_metadata = with_metadata

    def write(self, extraction: Extraction) -> Path:
        """Add one result; the file it is in. Raises ExportError."""
        return self._file.append(to_json_line(extraction, with_metadata=self._with_metadata))


class TableFile:
    """`results.csv`, a row a document; written anew when a document brings new columns."""

    def __init__(self, folder: Path) -> None:
        self._file = _OwnFile(folder, ".csv")
        self._results: list[Extraction] = []
        self._columns: list[str] = []

    def write(self, extraction: Extraction) -> Path:
        """Add one result; the file it is in. Raises ExportError."""
        self._results.append(extraction)
        added = [name for name in columns([extraction]) if name not in self._columns]
        self._columns += added
        if added or not self._file.begun:
            return self._file.replace(to_csv(self._results))
        return self._file.append(to_csv_rows([extraction], self._columns))


class _OwnFile:
    """A file with a name that was free when the first text came."""

    def __init__(self, folder: Path, ending: str) -> None:
        self._folder = folder
        self._ending = ending
        self._path: Path | None = None

    @property
    def begun(self) -> bool:
        """Whether there is such a file yet."""
        return self._path is not None

    def replace(self, text: str) -> Path:
        """Make this text the content."""
        with held(self._folder):
            path = self._path or self._free()
            commit(self._folder, {path.name: text.encode()})
        self._path = path
        return path

    def append(self, text: str) -> Path:
        """Add this text, all of it or, if there is no room, nothing."""
        if self._path is None:
            return self.replace(text)
        with held(self._folder), self._path.open("r+b", buffering=0) as file:
            before = file.seek(0, os.SEEK_END)
            try:
                _write_all(file.fileno(), text.encode())
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(before)
                raise
        return self._path

    def _free(self) -> Path:
        occupancy = Occupancy(self._folder)
        names = (name + self._ending for name in chain([_NAME], numbered(_NAME)))
        return self._folder / next(name for name in names if occupancy.is_free(name))


def _write_all(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]

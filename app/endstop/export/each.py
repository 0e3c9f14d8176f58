"""A JSON file for each document, with its record beside it."""

from collections.abc import Sequence
from pathlib import Path

from endstop.export.forms import to_json
from endstop.export.names import META_ENDING, VALUE_ENDING, Naming, key
from endstop.export.occupancy import Occupancy
from endstop.export.record import metadata
from endstop.export.transaction import commit, held
from endstop.results.result import Extraction


class FileEach:
    """Writes results to `NAME.json` and, with metadata, `NAME.meta.json`: both or neither.

    A document's result replaces its own earlier one and nothing else. Without metadata an
    earlier record of the document goes, for it is of another value.
    """

    def __init__(self, folder: Path, sources: Sequence[Path], *, with_metadata: bool) -> None:
        """`sources` are all documents of the run."""
        self._folder = folder
        self._naming = Naming(sources)
        self._with_metadata = with_metadata
        self._occupancy = Occupancy(folder)
        self._given: set[str] = set()

    def write(self, extraction: Extraction) -> Path:
        """Write one result; the file with the value. Raises ExportError."""
        value = to_json(extraction.value).encode()
        record = to_json(metadata(extraction)).encode() if self._with_metadata else None
        with held(self._folder):
            name = self._choose(extraction.path, value)
            files = {f"{name}{VALUE_ENDING}": value, f"{name}{META_ENDING}": record}
            commit(self._folder, files)
            self._occupancy.note(*(file for file, content in files.items() if content is not None))
        self._given.add(key(name))
        return self._folder / f"{name}{VALUE_ENDING}"

    def _choose(self, source: Path, value: bytes) -> str:
        """The first name that is free or the document's own, and not given in this run."""
        return next(
            name
            for name in self._naming.candidates(source)
            if key(name) not in self._given
            and (
                self._occupancy.is_free(f"{name}{VALUE_ENDING}", f"{name}{META_ENDING}")
                or self._occupancy.is_own(name, source, value)
            )
        )

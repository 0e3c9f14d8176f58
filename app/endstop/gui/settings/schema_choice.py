"""Which schemas can be chosen, and which is chosen; no widgets."""

from collections.abc import Iterable, Sequence

from endstop.errors import SchemaError
from endstop.schemas.load import load_schema
from endstop.schemas.schema import ExtractionSchema


class SchemaChoice:
    """The library's schemas and the files that the user opened; one is the current one."""

    def __init__(self, library: Sequence[ExtractionSchema], files: Iterable[str], key: str) -> None:
        self._schemas: dict[str, ExtractionSchema] = {each.name: each for each in library}
        self._library = frozenset(self._schemas)
        for file in files:
            try:
                self._schemas[file] = load_schema(file)
            except SchemaError:
                continue  # moved or broken since: it is forgotten
        self._key = key if key in self._schemas else library[0].name

    @property
    def key(self) -> str:
        """The current schema's library name or file path."""
        return self._key

    @property
    def current(self) -> ExtractionSchema:
        """The current schema."""
        return self._schemas[self._key]

    @property
    def files(self) -> tuple[str, ...]:
        """The opened schema files."""
        return tuple(key for key in self._schemas if key not in self._library)

    def choices(self) -> list[tuple[str, ExtractionSchema]]:
        """Every schema with its key, the library first."""
        return list(self._schemas.items())

    def get(self, key: str) -> ExtractionSchema:
        """The schema with this key, the current one if there is none."""
        return self._schemas.get(key, self.current)

    def choose(self, key: str) -> None:
        """Make a schema the current one; a path is read anew, SchemaError if that fails."""
        if key not in self._library:
            self._schemas[key] = load_schema(key)
        self._key = key

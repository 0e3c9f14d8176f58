"""Which names of a folder are free, and which hold an earlier result of the same document."""

import json
import os
from pathlib import Path
from stat import S_ISREG

from endstop.export.names import META_ENDING, VALUE_ENDING, key
from endstop.export.record import source_identity

_LONGEST_RECORD = 64_000_000  # bytes


class Occupancy:
    """What lies in a folder, by the rule of `names`; the folder is listed when it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamp = -1
        self._names: dict[str, set[str]] = {}

    def is_free(self, *files: str) -> bool:
        """Whether nothing lies at these file names, or at others that some disk holds for them."""
        self._look()
        return not any(
            self._names.get(key(file)) or os.path.lexists(self._folder / file) for file in files
        )

    def is_own(self, name: str, source: Path, value: bytes) -> bool:
        """Whether only an earlier result of this document lies at `name`.

        The record beside it says so; without one the value must be the same, byte for byte.
        """
        self._look()
        files = (f"{name}{VALUE_ENDING}", f"{name}{META_ENDING}")
        if any(self._names.get(key(file), set()) - {file} for file in files):
            return False
        path, meta = (self._folder / file for file in files)
        if not all(_is_file(each) for each in (path, meta) if os.path.lexists(each)):
            return False
        if meta.exists():
            return _is_of(meta, source)
        return path.exists() and path.stat().st_size == len(value) and path.read_bytes() == value

    def note(self, *files: str) -> None:
        """These files were just written here: no need to list the folder again."""
        for file in files:
            self._names.setdefault(key(file), set()).add(file)
        self._stamp = self._folder.stat().st_mtime_ns

    def _look(self) -> None:
        stamp = self._folder.stat().st_mtime_ns
        if stamp == self._stamp:
            return
        self._names = {}
        for path in self._folder.iterdir():
            self._names.setdefault(key(path.name), set()).add(path.name)
        self._stamp = stamp


def _is_file(path: Path) -> bool:
    return S_ISREG(path.lstat().st_mode)


def _is_of(meta: Path, source: Path) -> bool:
    """Whether a record is of this document, which its path tells."""
    if meta.stat().st_size > _LONGEST_RECORD:
        return False
    try:
        return bool(json.loads(meta.read_bytes())["source"]["path"] == source_identity(source))
    except (ValueError, KeyError, TypeError, RecursionError):
        return False

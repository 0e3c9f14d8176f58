"""From what was dropped or named on the command line to files, one after the other."""

import logging
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from endstop.documents.recognise import recognise
from endstop.errors import DocumentError

_log = logging.getLogger(__name__)


def discover(paths: Iterable[Path]) -> Iterator[Path]:
    """The files of `paths` in order, each once; folders are searched when their turn comes.

    A file that was given is yielded whatever it is: `recognise` says what is wrong with it. From
    a folder and the folders in it come recognised documents only, in natural order (page2 before
    page10), without hidden ones; links are followed, but no folder is entered twice.
    """
    seen: set[str] = set()
    for path in paths:
        for file in _documents_in(path, seen) if _is_folder(path) else (path,):
            if _first_time(file, seen):
                yield file


def _documents_in(folder: Path, seen: set[str]) -> Iterator[Path]:
    """The documents in `folder` and below; no folder is entered that is among `seen`.

    Not by recursion: folders may be nested deeper than Python calls itself.
    """
    pending = [_entries(folder, seen)]
    while pending:
        entry = next(pending[-1], None)
        if entry is None:
            pending.pop()
        elif _is_folder(entry):
            pending.append(_entries(entry, seen))
        elif _is_document(entry):
            yield entry


def _entries(folder: Path, seen: set[str]) -> Iterator[Path]:
    """What is in `folder`, in order and without what is hidden; nothing if it is among `seen`."""
    if not _first_time(folder, seen):
        return
    try:
        entries = sorted(folder.iterdir(), key=_natural)
    except OSError:
        _log.info("a folder could not be listed: %s", folder)
        return
    yield from (entry for entry in entries if not entry.name.startswith("."))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name that is too long, a folder that may not be entered
        return False


def _first_time(path: Path, seen: set[str]) -> bool:
    """Whether `path`, links resolved, was not among `seen`; it is now."""
    try:
        real = os.path.realpath(path)
    except ValueError:  # a NUL in the name, which no file has
        real = str(path)
    if real in seen:
        return False
    seen.add(real)
    return True


def _is_document(path: Path) -> bool:
    try:
        recognise(path)
    except DocumentError:
        return False
    return True


def _natural(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Sorts names as people count: digits by value, letters without regard to case."""
    parts = re.split(r"([0-9]+)", path.name)
    key = [(int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in parts]
    return key, path.name

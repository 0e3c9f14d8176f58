"""From what was dropped or named on the command line to files, one after the other."""

import logging
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from endstop.documents.recognise import SUFFIXES, recognise
from endstop.errors import DocumentError

_log = logging.getLogger(__name__)
_DIGITS = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as it was named, and its path with all links resolved.

    `searched`: it was not given but found in a folder.
    """

    path: Path
    real: Path
    searched: bool


def discover(paths: Iterable[Path]) -> Iterator[Path]:
    """The files of `paths` in order, each once; folders are searched when their turn comes.

    A file that was given is yielded whatever it is: `recognise` says what is wrong with it. From
    a folder and the folders in it come recognised documents only, in natural order (page2 before
    page10), without hidden ones; links are followed, but no folder is entered twice.
    """
    return (found.path for found in find_files(paths, is_document))


def find_files(paths: Iterable[Path], accepts: Callable[[Path], bool]) -> Iterator[FoundFile]:
    """As `discover`, but folders yield the files that `accepts` takes."""
    search = _Search(accepts)
    for path in paths:
        yield from search.files(path)


def is_document(path: Path) -> bool:
    """Whether a file's content is a document's; reads its beginning."""
    try:
        recognise(path)
    except DocumentError:
        return False
    return True


def may_be_document(path: Path) -> bool:
    """Whether a file is named like a document or is one; reads only those of other names."""
    return path.suffix.lower() in SUFFIXES or is_document(path)


def is_folder(path: Path) -> bool:
    """Whether `path` leads to a folder; what may not be looked at is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # too long a name, a NUL in it, a folder that may not be entered
        return False


@dataclass(frozen=True, slots=True)
class _Place:
    """What a path leads to: its real path, and whether that is a folder."""

    path: Path
    real: str
    is_folder: bool


class _Search:
    """One search: what was seen is not yielded again.

    A path costs one look at the disk, links and given folders a few.
    """

    def __init__(self, accepts: Callable[[Path], bool]) -> None:
        self._accepts = accepts
        self._seen: set[str] = set()
        self._parents: dict[Path, str] = {}

    def files(self, path: Path) -> Iterator[FoundFile]:
        """The file `path`, or what is in the folder `path`."""
        place = _place(path, self._real_parent(path))
        if place.is_folder:
            yield from self._below(place)
        elif self._first_time(place.real):
            yield FoundFile(path, Path(place.real), searched=False)

    def _below(self, folder: _Place) -> Iterator[FoundFile]:
        """The documents in `folder` and below.

        Not by recursion: folders may be nested deeper than Python calls itself.
        """
        pending = [self._entries(folder)]
        while pending:
            entry = next(pending[-1], None)
            if entry is None:
                pending.pop()
            elif entry.is_folder:
                pending.append(self._entries(entry))
            elif self._accepts(entry.path) and self._first_time(entry.real):
                yield FoundFile(entry.path, Path(entry.real), searched=True)

    def _entries(self, folder: _Place) -> Iterator[_Place]:
        """What is in `folder`, in order and without what is hidden; nothing if it was seen."""
        if not self._first_time(folder.real):
            return
        try:
            entries = sorted(folder.path.iterdir(), key=_natural)
        except OSError:
            _log.debug("a folder could not be listed: %s", folder.path)
            return
        yield from (_place(each, folder.real) for each in entries if not each.name.startswith("."))

    def _first_time(self, real: str) -> bool:
        """Whether `real` was not seen; it is now."""
        if real in self._seen:
            return False
        self._seen.add(real)
        return True

    def _real_parent(self, path: Path) -> str:
        """The real path of the folder that holds `path`; many files have the same."""
        parent = path.parent
        if parent not in self._parents:
            self._parents[parent] = _real(parent)
        return self._parents[parent]


def _place(path: Path, parent: str) -> _Place:
    """Where `path` leads; `parent` is the real path of the folder that holds it."""
    real = f"{parent.rstrip(os.sep)}{os.sep}{path.name}"
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):  # as in `is_folder`
        return _Place(path, real, is_folder=False)
    if stat.S_ISLNK(mode) or path.name in ("", ".."):
        return _Place(path, _real(path), is_folder(path))
    return _Place(path, real, stat.S_ISDIR(mode))


def _real(path: Path) -> str:
    """`path` with its links resolved as far as they lead anywhere."""
    try:
        return os.path.realpath(path)
    except ValueError:  # a NUL in the name, which no file has
        return str(path)


def _natural(path: Path) -> tuple[str, str]:
    """Sorts names as people count: digits by value, letters without regard to case.

    Two strings, so that sorting ten thousand names never holds up other threads: each number
    is written behind its length, and between it and the letters stands what no name contains.
    """
    return _DIGITS.sub(_by_value, path.name.casefold()), path.name


def _by_value(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0")
    return f"\0{len(digits):05}{digits}\0"

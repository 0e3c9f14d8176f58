"""Many files on their way into the list: found, then recognised, a batch at a time; no Qt."""

import logging
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from endstop.documents.discover import FoundFile, find_files, may_be_document
from endstop.documents.recognise import recognise
from endstop.documents.source import SourceFile
from endstop.errors import EndstopError
from endstop.gui.workers.unforeseen import unforeseen

logger = logging.getLogger(__name__)

MOST_FOUND = 1000
MOST_RECOGNISED = 250
# Rows that are added make Qt lay out all rows: rather few large batches of them.
LONGEST_SEARCH_S = 0.25
LONGEST_S = 0.05

_T = TypeVar("_T")


class Feed:
    """The files of `paths` and what may be documents in its folders, in order, each once.

    `refused` are the names of files that the list holds already, of the same drop; those among
    `taken` are left out without a word. `folder` is what is searched, None if files were listed.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        refused: Sequence[str] = (),
        taken: frozenset[Path] = frozenset(),
    ) -> None:
        self.folder = None if taken else paths[0]
        self.refused = list(refused)
        self.found = self.rejected = 0
        self.ended = False
        self._files = find_files((path for path in paths if path not in taken), may_be_document)

    def next_ones(self) -> list[FoundFile]:
        """A few more files; none at the end.

        Returns soon after `LONGEST_SEARCH_S` seconds, with at least one file.
        """
        return list(_for_a_while(islice(self._files, MOST_FOUND), LONGEST_SEARCH_S))

    @property
    def vain(self) -> bool:
        """Whether a folder was searched to its end and no document was in it."""
        return self.ended and self.folder is not None and self.found == self.rejected


def recognise_some(paths: Iterable[Path]) -> list[SourceFile | EndstopError]:
    """What the first of `paths` are: as many as `LONGEST_S` seconds allow, one at least."""
    return list(_for_a_while(map(_recognised, paths), LONGEST_S))


def real_path(path: Path) -> Path:
    """The file behind links; a link that leads back to itself is left as it is."""
    return Path(os.path.realpath(path))


def _for_a_while(items: Iterator[_T], seconds: float) -> Iterator[_T]:
    deadline = time.monotonic() + seconds
    for item in items:
        yield item
        if time.monotonic() > deadline:
            return


def _recognised(path: Path) -> SourceFile | EndstopError:
    """What a file is; what nobody foresaw is that file's fault and no other's."""
    try:
        return recognise(path)
    except EndstopError as error:
        return error
    except Exception as error:
        logger.exception("A file could not be recognised")
        return unforeseen(error)

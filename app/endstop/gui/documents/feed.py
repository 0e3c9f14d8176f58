"""Many files on their way into the list: found and recognised a few at a time; no Qt."""

import os
import time
from collections.abc import Sequence
from pathlib import Path

from endstop.documents.discover import discover
from endstop.documents.recognise import recognise
from endstop.documents.source import SourceFile
from endstop.errors import EndstopError

MOST = 80
LONGEST_S = 0.05

Recognised = tuple[Path, SourceFile | EndstopError]


class Feed:
    """The files of `paths` and the documents in its folders, in order, each once.

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
        self.found = 0
        self.refused = list(refused)
        self._files = discover(path for path in paths if path not in taken)

    def next_ones(self) -> list[Recognised]:
        """A few more files, resolved and recognised; none at the end.

        Returns soon after `LONGEST_S` seconds, with at least one file.
        """
        deadline = time.monotonic() + LONGEST_S
        taken: list[Recognised] = []
        while len(taken) < MOST and (not taken or time.monotonic() < deadline):
            file = next(self._files, None)
            if file is None:
                break
            taken.append(_recognised(file))
        self.found += len(taken)
        return taken


def real_path(path: Path) -> Path:
    """The file behind links; a link that leads back to itself is left as it is."""
    return Path(os.path.realpath(path))


def _recognised(file: Path) -> Recognised:
    path = real_path(file)
    try:
        return path, recognise(path)
    except EndstopError as error:
        return path, error

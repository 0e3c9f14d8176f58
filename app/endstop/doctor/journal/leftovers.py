"""Temporary files that a killed fix left in a model's folder."""

import os
from contextlib import suppress
from pathlib import Path

from endstop.atomic import is_temporary
from endstop.doctor.journal.folder_lock import changing
from endstop.doctor.journal.journal import FOLDER
from endstop.errors import FixError


def sweep(folder: Path) -> None:
    """Remove them; only while the folder is locked, for a fix that runs needs its own."""
    for path in _leftovers(folder):
        with suppress(OSError):  # they are in nobody's way
            path.unlink()


def sweep_if_idle(folder: Path) -> None:
    """Remove them, unless a fix runs or the folder cannot be changed."""
    if _leftovers(folder):
        with suppress(FixError), changing(folder, wait_s=0):
            sweep(folder)


def _leftovers(folder: Path) -> list[Path]:
    """Ordinary files with a name that only Endstop gives."""
    found: list[Path] = []
    for place in (folder, folder / FOLDER):
        if place != folder and place.is_symlink():
            continue
        with suppress(OSError), os.scandir(place) as entries:
            found += [
                Path(entry.path)
                for entry in entries
                if is_temporary(entry.name) and entry.is_file(follow_symlinks=False)
            ]
    return found

"""What fixes did to a model's folder, kept beside the files so that each can be taken back.

    .endstop/journal.json       the fixes, oldest first
    .endstop/backup-1/FILE      what the first fix replaced
    .endstop/.gitignore         keeps both out of a repository

The journal is written before the first file changes, so a fix that was cut short can be undone.
It lies in a folder that anyone may have sent: every name in it is checked before it is used.
"""

import json
import shutil
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from endstop.atomic import write_atomically
from endstop.errors import FixError
from endstop.translation import _

FOLDER = ".endstop"
_FORMAT = 1


class How(StrEnum):
    """What happened to a file."""

    CREATED = "created"
    REPLACED = "replaced"
    UNLINKED = "unlinked"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a fix.

    `before` and `after` identify its content: SHA-256 of the file, or with an `offset` the bytes
    (hexadecimal) that stand there. `link`: where the link pointed that a file has replaced.
    """

    file: str
    how: How
    before: str
    after: str
    offset: int | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Fixed:
    """One fix: its number, the .gguf file that it was made for (empty: the folder), the codes of
    what it mended, and the files."""

    number: int
    model: str
    codes: tuple[str, ...]
    entries: tuple[Entry, ...]


def backup_of(folder: Path, fixed: Fixed, file: str) -> Path:
    """Where a fix keeps what a file was before."""
    return folder / FOLDER / f"backup-{fixed.number}" / file


def read_journal(folder: Path) -> tuple[Fixed, ...]:
    """The fixes that can be taken back, oldest first; FixError if the journal is broken."""
    path = _journal(folder)
    if not path.is_file():
        return ()
    try:
        content = json.loads(path.read_bytes())
        return tuple(_fixed(entry) for entry in content["fixes"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise FixError(
            _("{path} cannot be read: {reason}.").format(path=path, reason=error),
            _("Take the files back from {folder} by hand.").format(folder=path.parent),
        ) from error


def write_journal(folder: Path, fixes: tuple[Fixed, ...]) -> None:
    """Keep these fixes, or remove all traces if there is none; raises OSError, FixError."""
    path = _journal(folder)
    if not fixes:
        shutil.rmtree(path.parent, ignore_errors=True)
        return
    content = {"format": _FORMAT, "fixes": [asdict(fixed) for fixed in fixes]}
    write_atomically(path.parent / ".gitignore", b"*\n")
    write_atomically(path, (json.dumps(content, indent=2) + "\n").encode())


def drop_backup(folder: Path, fixed: Fixed) -> None:
    """Remove what a fix kept."""
    shutil.rmtree(backup_of(folder, fixed, ""), ignore_errors=True)


def _journal(folder: Path) -> Path:
    """The journal's path; FixError if it would lie elsewhere, through a link."""
    place = folder / FOLDER
    if place.is_symlink():
        raise FixError(
            _("{path} is a link to somewhere else.").format(path=place), _("Remove the link.")
        )
    return place / "journal.json"


def _fixed(entry: Any) -> Fixed:
    """One fix of the journal; ValueError, KeyError or TypeError if it is malformed."""
    entries = tuple(_entry(**change) for change in entry["entries"])
    codes = tuple(str(code) for code in entry["codes"])
    return Fixed(int(entry["number"]), str(entry["model"]), codes, entries)


def _entry(*, file: str, how: str, before: str, after: str, offset: int | None, link: str) -> Entry:
    texts = (file, before, after, link)
    if not all(isinstance(text, str) for text in texts) or not isinstance(offset, int | None):
        raise TypeError("an entry of the wrong type")
    return Entry(file, How(how), before, after, offset, link)

"""What fixes did to a model's folder, kept beside the files so that each can be taken back.

    .endstop/journal.json       the fixes, oldest first, each with a seal of this user
    .endstop/backup-1/FILE      what the first fix replaced
    .endstop/.gitignore         keeps both out of a repository

The journal is written before the first file changes, so a fix that was cut short can be undone.
It lies in a folder that anyone may have sent: it may name only what a fix can touch (see
`journal_rules`), and a fix that does not bear this user's seal is foreign and not simply undone.
"""

import json
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from endstop.atomic import write_atomically
from endstop.doctor.journal.seal import is_sealed, seal
from endstop.errors import FixError
from endstop.translation import _

FOLDER = ".endstop"
FORMAT = 2


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
    what it fixed, and the files. `seal` says whose Endstop made it."""

    number: int
    model: str
    codes: tuple[str, ...]
    entries: tuple[Entry, ...]
    seal: str = ""

    @property
    def own(self) -> bool:
        """Whether this user's Endstop made the fix; otherwise it came with the folder."""
        return is_sealed(_canonical(self), self.seal)


def sealed(fixed: Fixed) -> Fixed:
    """The fix with this user's seal; raises FixError."""
    return replace(fixed, seal=seal(_canonical(fixed)))


def place_of_journal(folder: Path) -> Path:
    """The folder of the journal, which may be missing; FixError if a link leads elsewhere."""
    place = folder / FOLDER
    if place.is_symlink():
        raise FixError(
            _("{path} is a link to somewhere else.").format(path=place), _("Remove the link.")
        )
    return place


def backup_of(folder: Path, fixed: Fixed, file: str) -> Path:
    """Where a fix keeps what a file was before."""
    return folder / FOLDER / f"backup-{fixed.number}" / file


def write_journal(folder: Path, fixes: tuple[Fixed, ...]) -> None:
    """Keep these fixes, or remove all traces if there is none; raises OSError, FixError."""
    place = place_of_journal(folder)
    if not fixes:
        shutil.rmtree(place, ignore_errors=True)
        return
    content = {"format": FORMAT, "fixes": [asdict(fixed) for fixed in fixes]}
    place.mkdir(exist_ok=True)
    with suppress(FileExistsError), (place / ".gitignore").open("x", encoding="ascii") as ignore:
        ignore.write("*\n")
    write_atomically(place / "journal.json", (json.dumps(content, indent=2) + "\n").encode())


def drop_backup(folder: Path, fixed: Fixed) -> None:
    """Remove what a fix kept."""
    shutil.rmtree(backup_of(folder, fixed, ""), ignore_errors=True)


def _canonical(fixed: Fixed) -> bytes:
    """What the seal covers: all but the seal itself."""
    content: dict[str, Any] = asdict(fixed)
    del content["seal"]
    return json.dumps(content, sort_keys=True).encode()

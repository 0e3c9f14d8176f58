"""What a fix does to the files of a model: each change with its diff, before it is made."""

import os
from dataclasses import dataclass
from pathlib import Path

from endstop.doctor.fixes.patch_diff import number_diff, text_diff
from endstop.doctor.journal.ordinary_file import read_ordinary
from endstop.errors import FixError
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class FileChange:
    """A small file gets other content; `before` None: it is made."""

    file: str
    before: bytes | None
    after: bytes

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        return text_diff(self.file, self.before, self.after)


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A few bytes of a big file, the number of `key`, are written anew at `offset`."""

    file: str
    key: str
    offset: int
    before: bytes
    after: bytes
    numbers: tuple[int, int]

    @property
    def diff(self) -> str:
        """The change in the form of a unified diff."""
        return number_diff(self.file, self.key, *self.numbers)


Change = FileChange | NumberChange


def read_before(path: Path) -> bytes | None:
    """A file as it is now, None if there is none; FixError if it is no file that can be read."""
    if not os.path.lexists(path):
        return None
    try:
        return read_ordinary(path)
    except OSError as error:
        raise FixError(
            _("{file} cannot be read: {reason}.").format(file=path.name, reason=error.strerror)
        ) from error


def require_writable(folder: Path) -> None:
    """FixError for a read-only folder; one without any write permission is left alone by an
    administrator too."""
    try:
        writable = folder.stat().st_mode & 0o222 and os.access(folder, os.W_OK)
    except OSError as error:
        raise unwritable(folder, error.strerror or str(error)) from error
    if not writable:
        raise unwritable(folder, _("it is read-only"))


def unwritable(folder: Path, reason: str) -> FixError:
    """The error for a folder whose files cannot be changed."""
    return FixError(
        _("{folder} cannot be changed: {reason}. Nothing was changed.").format(
            folder=folder, reason=reason
        ),
        _("Make it writable, or copy the model elsewhere and fix the copy."),
    )

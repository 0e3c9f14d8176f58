"""Read a journal, and believe it nothing that no fix could have done."""

import json
import re
from pathlib import Path
from typing import Any

from endstop.doctor.journal.fixable import SETTINGS, is_weights
from endstop.doctor.journal.journal import FOLDER, FORMAT, Entry, Fixed, How, place_of_journal
from endstop.doctor.journal.ordinary_file import read_ordinary
from endstop.errors import FixError
from endstop.translation import _

_LARGEST = 4 * 1024 * 1024  # bytes
_hash = re.compile(r"[0-9a-f]{64}")
_number = re.compile(r"([0-9a-f]{2}){1,8}")


def read_journal(folder: Path) -> tuple[Fixed, ...]:
    """The fixes that can be taken back, oldest first.

    Raises FixError if the journal is broken, or says what no fix can have done.
    """
    path = place_of_journal(folder) / "journal.json"
    try:
        content = json.loads(read_ordinary(path, follow=False, largest=_LARGEST))
        return _fixes(content)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FixError(
            _("{path} cannot be read: {reason}.").format(path=path, reason=reason),
            _(
                "If Endstop fixed this model, take its files back from {folder} by hand; "
                "if not, delete that folder."
            ).format(folder=folder / FOLDER),
        ) from error


def _fixes(content: Any) -> tuple[Fixed, ...]:
    """The fixes; ValueError, KeyError or TypeError if anything is malformed."""
    if content["format"] not in (1, FORMAT):
        raise ValueError(f"format {content['format']} is not known")
    fixes = tuple(_fixed(fixed) for fixed in content["fixes"])
    if len({fixed.number for fixed in fixes}) != len(fixes):
        raise ValueError("two fixes have one number")
    return fixes


def _fixed(fixed: Any) -> Fixed:
    number, model, seal = fixed["number"], fixed["model"], fixed.get("seal", "")
    if type(number) is not int or number < 1:
        raise ValueError("a fix has no number")
    if not isinstance(model, str) or not isinstance(seal, str) or (model and not is_weights(model)):
        raise ValueError("a fix names no model")
    codes = tuple(str(code) for code in fixed["codes"])
    entries = tuple(_entry(**entry) for entry in fixed["entries"])
    return Fixed(number, model, codes, entries, seal)


def _entry(*, file: str, how: str, before: str, after: str, offset: int | None, link: str) -> Entry:
    """One entry, if a fix can have made it."""
    if not all(isinstance(text, str) for text in (file, before, after, link)):
        raise TypeError("an entry of the wrong type")
    entry = Entry(file, How(how), before, after, offset, link)
    if offset is None:
        _require_settings(entry)
    else:
        _require_number(entry)
    if bool(link) != (entry.how is How.UNLINKED) or "\0" in link:
        raise ValueError(f"{file!r} was no such link")
    return entry


def _require_settings(entry: Entry) -> None:
    """A settings file that was made or replaced as a whole."""
    if entry.file not in SETTINGS or entry.how is How.WRITTEN:
        raise ValueError(f"{entry.file!r} is no file that a fix replaces")
    known = entry.before == "" if entry.how is How.CREATED else _hash.fullmatch(entry.before)
    if not known or not _hash.fullmatch(entry.after):
        raise ValueError(f"the content of {entry.file!r} is not known")


def _require_number(entry: Entry) -> None:
    """A few bytes of a GGUF file."""
    offset, texts = entry.offset, (entry.before, entry.after)
    if type(offset) is not int or not 0 <= offset < 2**63 or not is_weights(entry.file):
        raise ValueError(f"{entry.file!r} is no file in which a fix writes")
    same = len(entry.before) == len(entry.after)
    if entry.how is How.CREATED or not same or not all(map(_number.fullmatch, texts)):
        raise ValueError(f"the bytes of {entry.file!r} are not known")

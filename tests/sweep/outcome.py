"""What became of one file, and whether that is what its kind should come to."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path


class Outcome(StrEnum):
    """How a file ended."""

    PAGES = "pages"
    SOME_PAGES = "some pages"
    BLANK = "blank"
    PASSWORD = "password"
    SENTENCE = "sentence"
    TRACEBACK = "traceback"
    OVERTIME = "over its budget"


FAULTS = (Outcome.TRACEBACK, Outcome.OVERTIME)

# Pages with nothing on them are pages too: an image of one colour, a form without values.
_PAGES = (Outcome.PAGES, Outcome.BLANK)
# What each kind of the index may come to; a kind that is not listed must come to pages.
_EXPECTED: Mapping[str, tuple[Outcome, ...]] = {
    "blank": (Outcome.BLANK,),
    "needs-password": (Outcome.PASSWORD,),
    "unreadable": (Outcome.SENTENCE,),
    "unreadable-without-reason": (Outcome.SENTENCE,),
    "hang-or-giant": (*_PAGES, Outcome.SENTENCE),
    "a-page-fails": (Outcome.SOME_PAGES, Outcome.SENTENCE),
    "image-unreadable": (Outcome.SENTENCE,),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sweep; `peak_mb` is that of the renderer process."""

    file: str
    outcome: Outcome
    pages: int
    seconds: float
    peak_mb: float
    message: str

    def __str__(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)


def kinds_of(folder: Path) -> dict[str, str]:
    """The kind of each file that the folder's `index.json` lists; empty without one."""
    index = folder / "index.json"
    if not index.is_file():
        return {}
    entries = json.loads(index.read_text(encoding="utf-8"))
    return {entry["file"]: entry["kind"] for entry in entries}


def is_expected(outcome: Outcome, kind: str | None, size: int) -> bool:
    """Whether a file of this kind and size in bytes may end so; an empty one is never pages.

    Without a kind, whatever is no fault is expected.
    """
    if kind is None:
        return outcome not in FAULTS
    return outcome in (_EXPECTED.get(kind, _PAGES) if size else (Outcome.SENTENCE,))

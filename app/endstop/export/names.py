"""Which file a document's result goes to: `invoice.pdf` gives `invoice.json`.

Two inputs of one stem become `invoice.pdf.json` and `invoice.png.json`; two of one name, in
different folders, are numbered. A result of another document that lies in the folder already is
never overwritten; the result of the same document is replaced.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

_UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_LONGEST = 200  # bytes; file systems allow 255 with the ending
META_ENDING = ".meta.json"


def plan_names(sources: Sequence[Path], folder: Path) -> dict[Path, str]:
    """For each source file the name of its result without `.json`, unique in the folder."""
    stems = Counter(_clean(source.stem).casefold() for source in sources)
    taken: set[str] = set()
    names: dict[Path, str] = {}
    for source in sources:
        alone = stems[_clean(source.stem).casefold()] == 1
        for name in _candidates(source, alone=alone):
            if name.casefold() not in taken and _is_free(folder, name, source):
                break
        taken.add(name.casefold())
        names[source] = name
    return names


def source_identity(source: Path) -> str:
    """The file a record is of: its absolute path."""
    return str(source.resolve())


def _candidates(source: Path, *, alone: bool) -> Iterator[str]:
    if alone:
        yield _clean(source.stem)
    full = _clean(source.name)
    yield full
    yield from (f"{full}-{number}" for number in count(2))


def _clean(name: str) -> str:
    """A name that every file system takes."""
    safe = _UNSAFE.sub("_", name).strip(" .") or "document"
    return safe.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")


def _is_free(folder: Path, name: str, source: Path) -> bool:
    """Whether nothing lies there, or an earlier result of the same document."""
    meta = folder / f"{name}{META_ENDING}"
    if not meta.exists() and not (folder / f"{name}.json").exists():
        return True
    try:
        record = json.loads(meta.read_text(encoding="utf-8"))
        return bool(record["source"]["path"] == source_identity(source))
    except (OSError, ValueError, KeyError, TypeError):
        return False

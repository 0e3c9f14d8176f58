"""Which names results get: `invoice.pdf` gives `invoice.json`, on every file system the same.

The rule, applied to the document's name before anything is looked up:

1. Letters are composed (NFC): "café" is one name, however it was typed.
2. What a file system refuses, and what nobody sees (control characters, marks that turn the
   direction of writing), becomes `_`. Bytes that are no text become `%E9`, as in addresses.
3. At most 200 bytes; no dots and spaces at the ends.
4. A name that Windows keeps for a device (CON, aux, com1) gets a `_` in front.
5. A name that ends in `.meta` ends in `_meta`: `.meta.json` belongs to the record.

Two names are the same if they differ by capitals or composition only.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

VALUE_ENDING = ".json"
META_ENDING = ".meta.json"

_REFUSED = re.compile(r'[/\\:*?"<>|]')
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINERS = "\u200c\u200d"  # unseen, but a matter of spelling in Persian, Hindi and emoji
# File systems allow 255; the rest is for a number and the ending.
_LONGEST = 200
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\.|$)", re.IGNORECASE
)
_META = re.compile(r"\.meta$", re.IGNORECASE)


class Naming:
    """The names that the documents of one run may get, in order of preference."""

    def __init__(self, sources: Sequence[Path]) -> None:
        """`sources` are all documents of the run: two of one stem keep their endings."""
        self._stems = Counter(key(clean(source.stem)) for source in sources)

    def candidates(self, source: Path) -> Iterator[str]:
        """`invoice`, if no other document has that stem, `invoice.pdf`, `invoice.pdf-2`..."""
        stem, full = clean(source.stem), clean(source.name)
        if self._stems[key(stem)] <= 1:
            yield stem
        yield full
        yield from numbered(full)


def numbered(name: str) -> Iterator[str]:
    """`name-2`, `name-3` and so on."""
    return (f"{name}-{number}" for number in count(2))


def clean(name: str) -> str:
    """A name that every file system takes and that shows what it is."""
    text = unicodedata.normalize("NFC", "".join(_spelt(letter) for letter in name))
    short = _REFUSED.sub("_", text).strip(" .").encode()[:_LONGEST].decode(errors="ignore")
    safe = _META.sub("_meta", short.strip(" .") or "document")
    return f"_{safe}" if _DEVICE.match(safe) else safe


def key(name: str) -> str:
    """The same for two names that some file system holds for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _spelt(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # a byte that is no UTF-8, see os.fsdecode
        return f"%{ord(letter) - 0xDC00:02X}"
    if unicodedata.category(letter) in _UNSEEN and letter not in _JOINERS:
        return "_"
    return letter

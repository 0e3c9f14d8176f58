"""Open a file of a model folder: an ordinary file only, and none larger than its kind can be.

A model folder comes from strangers. A named pipe or a link to /dev/zero under a harmless name
would make a careless reader wait for ever or fill the memory, and so would a settings file of
200 MB. Every file of a folder that is read here is opened by `open_file`, which looks at what it
has opened and not at what the name led to a moment before.

mlx-vlm and transformers open the same files again, by their paths, after `engines.mlx.admission`
has looked at them through this module. Whoever can swap a file between the two can write to the
user's folders anyway; that gap is accepted.
"""

import errno
import os
import stat
from dataclasses import dataclass
from enum import Enum
from io import BufferedReader
from itertools import islice
from pathlib import Path

from endstop.translation import _

MOST_NAMES = 100_000  # entries of a folder that are looked at
_MB = 1_000_000
_SYSTEM = ("/proc/", "/sys/", "/dev/")  # files there claim to be empty, and may never end
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most bytes, and of a JSON file the most values and named values; None: no bound."""

    size: int | None
    values: int | None = None
    named: int | None = None


class Kind(Enum):
    """The kinds of file that are read, and how large the largest honest one may be.

    Seen in the wild: a config.json with a quantisation for each expert of each layer has 3.5 MB, a
    tokenizer_config.json that lists 65,000 added tokens 13 MB and 460,000 values, a tokenizer.json
    of 262,000 tokens 33 MB and 2,100,000 values, the index of a model of 10^12 parameters 20 MB.
    """

    SETTINGS = Bounds(4 * _MB, 200_000)
    TOKENS = Bounds(16 * _MB, 600_000)
    INDEX = Bounds(32 * _MB, 400_000)
    VOCABULARY = Bounds(64 * _MB, 2_500_000, 600_000)
    ADAPTER = Bounds(1 * _MB, 50_000)
    TEMPLATE = Bounds(1 * _MB)
    MODELFILE = Bounds(4 * _MB)
    WEIGHTS = Bounds(None)


_NAMES = {
    "tokenizer_config.json": Kind.TOKENS,
    "tokenizer.json": Kind.VOCABULARY,
    "vocab.json": Kind.VOCABULARY,
    "tekken.json": Kind.VOCABULARY,
    "adapter_config.json": Kind.ADAPTER,
    "Modelfile": Kind.MODELFILE,
}
_ENDINGS = {
    ".index.json": Kind.INDEX,
    ".json": Kind.SETTINGS,
    ".jinja": Kind.TEMPLATE,
    ".safetensors": Kind.WEIGHTS,
    ".gguf": Kind.WEIGHTS,
    ".txt": Kind.VOCABULARY,
    ".model": Kind.VOCABULARY,
    ".tiktoken": Kind.VOCABULARY,
}


class UnfitFileError(OSError):
    """A file that is there and must not be read; its text says why, to follow "because"."""


def kind_of(name: str) -> Kind | None:
    """The kind of file that a name or a path means; None for one that nothing reads."""
    name = name.rpartition("/")[2]
    found = _NAMES.get(name)
    return found or next((kind for end, kind in _ENDINGS.items() if name.endswith(end)), None)


def open_file(path: Path, kind: Kind) -> BufferedReader:
    """The ordinary file at `path`, links followed, open for reading.

    FileNotFoundError if there is none, or a link that leads nowhere; UnfitFileError if it is not to
    be read.
    """
    try:
        _require_ordinary(path, path.stat(), kind)  # first: to open a device may have effects
        file = os.fdopen(os.open(path, _FLAGS), "rb")
    except UnfitFileError:
        raise
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) in _NOTHING_THERE:
            raise FileNotFoundError(str(path)) from error
        raise UnfitFileError(getattr(error, "strerror", None) or str(error)) from error
    try:
        _require_ordinary(path, os.fstat(file.fileno()), kind)
    except UnfitFileError:
        file.close()
        raise
    return file


def read_file(path: Path, kind: Kind) -> bytes:
    """The content of the file at `path`, see `open_file`."""
    with open_file(path, kind) as file:
        return file.read(os.fstat(file.fileno()).st_size)


def count_values(content: bytes, kind: Kind) -> int:
    """How many values a JSON text holds, in round terms; UnfitFileError for more than its kind can.

    It counts what stands between values, in strings too, which takes milliseconds; what Python
    makes of the values takes up to a hundred times their bytes.
    """
    values = sum(map(content.count, (b",", b"[", b"{")))
    bounds = kind.value
    for most, found in ((bounds.values, values), (bounds.named, content.count(b":"))):
        if most is not None and found > most:
            raise UnfitFileError(
                _("it is too large to be one: more than {count:,} values").format(count=most)
            )
    return values


def names_in(folder: Path) -> list[str]:
    """The names in a folder, sorted, of which it may hold 100,000; empty if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in islice(entries, MOST_NAMES))
    except OSError:
        return []


def _require_ordinary(path: Path, status: os.stat_result, kind: Kind) -> None:
    ordinary = stat.S_ISREG(status.st_mode)
    if ordinary and not status.st_size:
        ordinary = not os.path.realpath(path).startswith(_SYSTEM)
    if not ordinary:
        raise UnfitFileError(_("it is no ordinary file"))
    most = kind.value.size
    if most is not None and status.st_size > most:
        raise UnfitFileError(
            _("it is too large to be one: more than {size} MB").format(size=most // _MB)
        )

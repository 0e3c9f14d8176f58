"""The metadata of a GGUF file, read without building an object a token.

Format: ggml-org/ggml, docs/gguf.md, versions 2 and 3, little-endian. The `gguf` package's own
reader makes several numpy arrays of each string: a vocabulary of 250,000 tokens takes it 20 s and
800 MB (0.19.0), and a file that claims an endless array never ends. Its tables of types serve
here, and its code for the quantised formats in `gguf_file`.
"""

import mmap
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from endstop.checkpoints.folder_file import Kind, open_file

MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_SCALARS = dict(zip((0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12), "BbHhIif?Qqd", strict=True))
_STRING, _ARRAY = 8, 9
_ARRAY_HEADER = 12  # bytes: the items' type and their number
_DEEPEST = 4  # arrays within arrays
# A vocabulary of 262,000 tokens makes 524,000 values and, with its merges, 25 MB.
_MOST_VALUES = 1_000_000
_MOST_SKIPPED = 3_000_000  # texts
_LONGEST = 100_000_000  # bytes
_UNREAD = frozenset({"tokenizer.ggml.merges", "tokenizer.ggml.scores"})  # half of a header


class GgufError(ValueError):
    """The file is no GGUF file, or its header is broken."""


@dataclass(frozen=True, slots=True)
class Value:
    """A metadata value, and where it lies, to change it in place.

    `offset` is that of the number, or of an array's first one, and `form` their `struct` letter,
    empty for texts.
    """

    value: Any
    offset: int
    form: str


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """A tensor: `shape` has the rows first; `offset` counts from the start of the file."""

    name: str
    kind: int
    shape: tuple[int, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class GgufMetadata:
    """Every key and tensor of a file."""

    values: dict[str, Value] = field(default_factory=dict)
    tensors: dict[str, GgufTensor] = field(default_factory=dict)


def read_metadata(path: Path) -> GgufMetadata:
    """Read the header of the file at `path`; GgufError or OSError if it cannot be read."""
    with open_file(path, Kind.WEIGHTS) as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise GgufError("it is no GGUF file")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            try:
                return _Cursor(content).metadata()
            except (struct.error, IndexError, UnicodeDecodeError, OverflowError) as error:
                raise GgufError(f"its header is broken ({error})") from error


class _Cursor:
    """A place in the file that moves on with every value read.

    `_values` counts what was read, the items of arrays too, against the most that a header holds.
    """

    def __init__(self, content: mmap.mmap) -> None:
        self._content = content
        self._at = len(MAGIC)
        self._values = 0

    def metadata(self) -> GgufMetadata:
        version = self._scalar("I")
        if version not in _VERSIONS:
            raise GgufError(f"GGUF version {version} is not known")
        tensor_count, value_count = self._scalar("Q"), self._scalar("Q")
        values = dict(self._entry() for _ in range(self._checked(value_count)))
        tensors = [self._tensor() for _ in range(self._checked(tensor_count))]
        alignment = values["general.alignment"].value if "general.alignment" in values else 32
        if type(alignment) is not int or alignment <= 0:
            raise GgufError("its alignment is not a positive number")
        first = -(-self._at // alignment) * alignment
        moved = (GgufTensor(t.name, t.kind, t.shape, first + t.offset) for t in tensors)
        return GgufMetadata(values, {tensor.name: tensor for tensor in moved})

    def _entry(self) -> tuple[str, Value]:
        key, kind, offset = self._text(), self._scalar("I"), self._at
        if kind == _ARRAY:
            if key in _UNREAD:
                self._skip_array()
                return key, Value(None, offset + _ARRAY_HEADER, "")
            item = self._content[offset : offset + 4]
            form = _SCALARS.get(int.from_bytes(item, "little"), "")
            return key, Value(self._value(kind, 0), offset + _ARRAY_HEADER, form)
        return key, Value(self._value(kind, 0), offset, _SCALARS.get(kind, ""))

    def _tensor(self) -> GgufTensor:
        name, axes = self._text(), self._scalar("I")
        shape = [self._scalar("Q") for _ in range(self._checked(axes))]
        return GgufTensor(name, self._scalar("I"), tuple(reversed(shape)), self._scalar("Q"))

    def _value(self, kind: int, depth: int) -> Any:
        if kind in _SCALARS:
            return self._scalar(_SCALARS[kind])
        if kind == _STRING:
            return self._text()
        if kind == _ARRAY and depth < _DEEPEST:
            return self._array(depth)
        raise GgufError(f"a value has the unknown type {kind}")

    def _array(self, depth: int) -> list[Any]:
        kind, count = self._scalar("I"), self._scalar("Q")
        self._checked(count)
        if kind in _SCALARS:
            form = f"<{count}{_SCALARS[kind]}"
            values = struct.unpack_from(form, self._content, self._at)
            self._at += struct.calcsize(form)
            return list(values)
        if kind == _STRING:
            return self._texts(count)
        self._checked(3 * count)  # an array within takes as long as some values
        return [self._value(kind, depth + 1) for _ in range(count)]

    def _skip_array(self) -> None:
        """Move past an array that nobody asks for."""
        kind, count = self._scalar("I"), self._scalar("Q")
        if kind in _SCALARS:
            self._at += count * struct.calcsize(f"<{_SCALARS[kind]}")
        elif kind == _STRING and count <= _MOST_SKIPPED:
            length = struct.Struct("<Q").unpack_from
            for _ in range(count):
                self._at += 8 + length(self._content, self._at)[0]
        else:
            raise GgufError(f"an array of the type {kind} stands where texts or numbers should")
        self._checked(0)

    def _texts(self, count: int) -> list[bytes]:
        """An array of strings, left as bytes: decoding 250,000 merges would be wasted."""
        content, at, texts = self._content, self._at, []
        length = struct.Struct("<Q").unpack_from
        for _ in range(count):
            end = at + 8 + length(content, at)[0]
            texts.append(content[at + 8 : end])
            at = end
        self._at = at
        self._checked(0)
        return texts

    def _text(self) -> str:
        size = self._checked(self._scalar("Q"))
        self._at += size
        return self._content[self._at - size : self._at].decode("utf-8", "replace")

    def _scalar(self, form: str) -> Any:
        value = struct.unpack_from(f"<{form}", self._content, self._at)[0]
        self._at += struct.calcsize(f"<{form}")
        return value

    def _checked(self, count: int) -> int:
        """A count, held against the bytes that are left: each item takes one at least."""
        if count > len(self._content) - self._at:
            raise GgufError("it ends within its header")
        self._values += count
        if self._values > _MOST_VALUES or self._at > _LONGEST:
            raise GgufError("its header is too large to be one")
        return count

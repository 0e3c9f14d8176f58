"""The header of a safetensors file: where each tensor lies, found without reading one.

Format: eight bytes (little-endian) with the header's length, a JSON object, then the tensors'
bytes; offsets count from the end of the header. Read by hand because rows are wanted by their
place in the file: the library gives numpy no bf16 and no 8-bit floats.
"""

import json
import math
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LARGEST = 100_000_000  # bytes; the format's own limit of a header
_LENGTH = struct.Struct("<Q")
_BITS = {
    **dict.fromkeys(("BOOL", "U8", "I8", "F8_E4M3", "F8_E5M2", "F8_E8M0"), 8),
    **dict.fromkeys(("F8_E4M3FNUZ", "F8_E5M2FNUZ"), 8),
    **dict.fromkeys(("U16", "I16", "F16", "BF16"), 16),
    **dict.fromkeys(("U32", "I32", "F32"), 32),
    **dict.fromkeys(("U64", "I64", "F64", "C64"), 64),
    **dict.fromkeys(("F6_E2M3", "F6_E3M2"), 6),
    "F4": 4,
}


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor's place: `offset` bytes from the start of its file, `size` bytes long."""

    name: str
    file: Path
    dtype: str
    shape: tuple[int, ...]
    offset: int
    size: int

    @property
    def row_size(self) -> int:
        """The bytes of one row, a row being one entry of the first axis."""
        return self.size // self.shape[0] if self.shape and self.shape[0] else 0


@dataclass(frozen=True, slots=True)
class SafetensorsHeader:
    """The tensors of a file by name; `error` says why it cannot be read."""

    tensors: dict[str, Tensor] = field(default_factory=dict)
    error: str | None = None


def read_header(path: Path) -> SafetensorsHeader:
    """The header of the file at `path`; never raises."""
    try:
        if path.exists() and not path.is_file():  # reading a named pipe waits for ever
            return SafetensorsHeader(error="it is no ordinary file")
        with path.open("rb") as file:
            start = file.read(_LENGTH.size)
            length = _LENGTH.unpack(start)[0] if len(start) == _LENGTH.size else LARGEST + 1
            if length > LARGEST:
                return SafetensorsHeader(error="it is no safetensors file")
            entries = json.loads(file.read(length))
            size = path.stat().st_size
        first = _LENGTH.size + length
        tensors = {
            name: _tensor(name, path, entry, first, size)
            for name, entry in entries.items()
            if name != "__metadata__"
        }
    except RecursionError:
        return SafetensorsHeader(error="its header is nested too deeply")
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        return SafetensorsHeader(error=f"its header is broken ({error})")
    return SafetensorsHeader(tensors)


def _tensor(name: str, path: Path, entry: dict[str, Any], first: int, file_size: int) -> Tensor:
    """One entry of the header, held against the file's size; a ValueError if it cannot be."""
    shape, (begin, end) = tuple(entry["shape"]), entry["data_offsets"]
    numbers = (*shape, begin, end)
    if not all(type(number) is int and number >= 0 for number in numbers) or end < begin:
        raise ValueError(f"{name} has an impossible place or shape")
    bits = _BITS.get(entry["dtype"])
    if bits is not None and math.prod(shape) * bits != (end - begin) * 8:
        raise ValueError(f"{name} has a shape that does not fit its bytes")
    if first + end > file_size:
        raise ValueError(f"the file ends before {name} does")
    return Tensor(name, path, entry["dtype"], shape, first + begin, end - begin)

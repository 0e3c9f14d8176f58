"""The header of a safetensors file: where each tensor lies, found without reading one.

Format: eight bytes (little-endian) with the header's length, a JSON object, then the tensors'
bytes; offsets count from the end of the header. Read by hand because rows are wanted by their
place in the file: the library gives numpy no bf16 and no 8-bit floats.
"""

import math
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from endstop.checkpoints.folder_file import Kind, UnfitFileError, open_file
from endstop.checkpoints.json_members import members
from endstop.checkpoints.reason import short_reason
from endstop.translation import _

Wanted = Callable[[str], bool]
FORMAT_LIMIT = 100_000_000  # bytes of a header
LARGEST = 16_000_000  # bytes; room for 100,000 tensors in one file
_LONGEST_AXIS = 2**31  # what MLX counts to
_MOST_AXES = 16
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
    """The wanted tensors of a file by name, how many it holds and how long the header is (bytes).

    `error` says why it cannot be read.
    """

    tensors: dict[str, Tensor] = field(default_factory=dict)
    count: int = 0
    length: int = 0
    error: str | None = None


def every_name(_name: str) -> bool:
    """Whatever its name, a tensor is wanted."""
    return True


def read_header(path: Path, wanted: Wanted = every_name) -> SafetensorsHeader:
    """The header of the file at `path`; never raises.

    Every entry is checked, and those whose name is `wanted` are kept: the header of a large model
    holds 100,000 tensors, of which the doctor needs two.
    """
    try:
        with open_file(path, Kind.WEIGHTS) as file:
            start = file.read(_LENGTH.size)
            length = _LENGTH.unpack(start)[0] if len(start) == _LENGTH.size else FORMAT_LIMIT + 1
            if length > FORMAT_LIMIT:
                return SafetensorsHeader(error=_("it is no safetensors file"))
            if length > LARGEST:
                why = _("its header is too large to be one: more than {size} MB")
                return SafetensorsHeader(error=why.format(size=LARGEST // 1_000_000))
            text = file.read(length).decode()
            size = os.fstat(file.fileno()).st_size
        tensors, places = {}, []
        for name, entry in members(text):
            if name == "__metadata__":
                continue
            tensor = _tensor(name, path, entry, _LENGTH.size + length, size)
            places.append((tensor.offset, tensor.offset + tensor.size))
            if wanted(name):
                tensors[name] = tensor
        _require_apart(places)
    except FileNotFoundError:
        return SafetensorsHeader(error=_("it is missing"))
    except UnfitFileError as error:
        return SafetensorsHeader(error=str(error))
    except RecursionError:
        return SafetensorsHeader(error=_("its header is nested too deeply"))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        reason = _("its header is broken ({reason})").format(reason=short_reason(error))
        return SafetensorsHeader(error=reason)
    return SafetensorsHeader(tensors, len(places), length)


def _require_apart(places: list[tuple[int, int]]) -> None:
    """ValueError if two tensors share bytes; `places` are where each begins and ends."""
    places.sort()
    if any(begin < end for (_begin, end), (begin, _end) in pairwise(places)):
        raise ValueError("tensors overlap")


def _tensor(name: str, path: Path, entry: dict[str, Any], first: int, file_size: int) -> Tensor:
    """One entry of the header, held against the file's size; a ValueError if it cannot be."""
    shape, (begin, end) = tuple(entry["shape"]), entry["data_offsets"]
    numbers = (*shape, begin, end)
    if not all(type(number) is int and number >= 0 for number in numbers) or end < begin:
        raise ValueError(f"{name} has an impossible place or shape")
    if max(shape, default=0) >= _LONGEST_AXIS or len(shape) > _MOST_AXES:
        raise ValueError(f"{name} has an impossible shape")
    bits = _BITS.get(entry["dtype"])
    if bits is not None and math.prod(shape) * bits != (end - begin) * 8:
        raise ValueError(f"{name} has a shape that does not fit its bytes")
    if first + end > file_size:
        raise ValueError(f"the file ends before {name} does")
    return Tensor(name, path, entry["dtype"], shape, first + begin, end - begin)

"""Rows of a weight matrix, read by their place in the file and never as a whole.

A matrix may be stored as several tensors side by side (codes, scales and biases); a row is then
one row of each.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from endstop.checkpoints.folder_file import Kind, open_file
from endstop.checkpoints.safetensors_header import Tensor

Floats = NDArray[np.float32]
Decoder = Callable[[list[NDArray[np.uint8]]], Floats]
WIDEST = 1 << 20  # numbers in a row; one that claims more is no head of a language model
_AT_ONCE = 64  # rows; unpacking codes takes many times their size


@dataclass(frozen=True, slots=True)
class RowSource:
    """Where equally long rows lie: `offset` and `size` are bytes."""

    file: Path
    offset: int
    row_size: int

    @classmethod
    def of(cls, tensor: Tensor) -> "RowSource":
        """The rows of a safetensors tensor."""
        return cls(tensor.file, tensor.offset, tensor.row_size)

    def read(self, ids: Sequence[int]) -> NDArray[np.uint8]:
        """The bytes of the rows, (rows, row_size); an OSError or EOFError if the file is short."""
        rows = np.empty((len(ids), self.row_size), np.uint8)
        with open_file(self.file, Kind.WEIGHTS) as file:
            for start, end in _runs(ids):
                file.seek(self.offset + ids[start] * self.row_size)
                if file.readinto(rows[start:end].data) != rows[start:end].nbytes:
                    raise EOFError(f"{self.file.name} ends within row {ids[end - 1]}")
        return rows


@dataclass(frozen=True, slots=True)
class WeightRows:
    """A matrix of `count` rows of `width` numbers; `decode` None: only the bytes are known.

    `quantised`: equal bytes show that rows are equal to the precision of `bits` a weight.
    """

    name: str
    file: str
    count: int
    width: int
    sources: tuple[RowSource, ...]
    decode: Decoder | None
    bits: float

    @property
    def quantised(self) -> bool:
        """Whether rows are stored with fewer bits than a float has."""
        return self.bits < 16

    def bytes_of(self, ids: Iterable[int]) -> dict[int, bytes]:
        """The stored bytes of each row; ids outside the matrix are left out."""
        wanted = self._inside(ids)
        stored = np.concatenate([source.read(wanted) for source in self.sources], axis=1)
        return {row: stored[at].tobytes() for at, row in enumerate(wanted)}

    def values(self, ids: Iterable[int]) -> Floats | None:
        """The rows as float32, in order of `ids`; None where the format cannot be decoded."""
        if self.decode is None:
            return None
        wanted = self._inside(ids)
        values = np.empty((len(wanted), self.width), np.float32)
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            values[start : start + len(some)] = self.decode([s.read(some) for s in self.sources])
        return values

    def _inside(self, ids: Iterable[int]) -> list[int]:
        return [row for row in ids if 0 <= row < self.count]


def _runs(ids: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The stretches of consecutive ids, as positions in the sequence: one read each."""
    start = 0
    for end in range(1, len(ids) + 1):
        if end == len(ids) or ids[end] != ids[end - 1] + 1:
            yield start, end
            start = end


def floats(dtype: str) -> Callable[[NDArray[np.uint8]], Floats] | None:
    """How bytes of a dtype become float32; None for one that is no float, or an 8-bit one."""
    if dtype == "BF16":
        return _from_bf16
    kind = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}.get(dtype)
    return None if kind is None else lambda stored: stored.view(kind).astype(np.float32)


def _from_bf16(stored: NDArray[np.uint8]) -> Floats:
    """A bf16 is the upper half of a float32."""
    return (stored.view("<u2").astype(np.uint32) << 16).view(np.float32)

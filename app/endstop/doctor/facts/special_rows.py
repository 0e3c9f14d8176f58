"""The rows of the tokens that end a turn, held against those of ordinary and unused tokens.

A row that was never trained is zero or tiny, equal to that of another token, or still where
resizing put it, at the mean of all rows. What is usual is measured on a sample spread over the
vocabulary: the matrix of a 9B model is 2 GB, the rows read here are some megabytes.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.weight_rows import WeightRows
from endstop.doctor.facts.row_statistics import RowNumbers, RowStatistics, read_statistics, spread

TINY = 1e-6  # of the median row's largest value, as fine-tuning tools have it
_UNUSED = re.compile(r"reserved|unused|extra_?id|dummy|placeholder|^\[PAD\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SpecialRow:
    """One token's row: the ids that have the very same bytes, its own too, and its numbers.

    `numbers` is None where the format's values cannot be decoded.
    """

    id: int
    same: tuple[int, ...]
    numbers: RowNumbers | None

    @property
    def twins(self) -> tuple[int, ...]:
        """The other ids with the very same bytes."""
        return tuple(token_id for token_id in self.same if token_id != self.id)


@dataclass(frozen=True, slots=True)
class SpecialRows:
    """What reading showed: `matrix` scores the tokens, `usual` are its ordinary rows.

    `rows` are those of named special tokens, `unnamed` those of ids that the tokenizer lacks.
    """

    matrix: WeightRows
    usual: RowStatistics | None
    rows: dict[int, SpecialRow]
    unnamed: dict[int, SpecialRow]

    def empty(self, row: SpecialRow) -> bool:
        """Whether all of a row's values are zero or next to it."""
        if row.numbers is None or self.usual is None:
            return False
        return row.numbers.largest <= TINY * self.usual.largest

    def untrained(self, row: SpecialRow) -> bool:
        """Whether a row is empty or, in a matrix of floats, bit for bit that of another token."""
        return self.empty(row) or (len(row.same) > 1 and not self.matrix.quantised)

    def untrained_among(self, ids: Iterable[int]) -> list[SpecialRow]:
        """The untrained rows of these ids, in the order of the ids."""
        rows = (self.rows[i] for i in sorted(ids) if i in self.rows)
        return [row for row in rows if self.untrained(row)]

    def never_said(self, ends: Iterable[int]) -> list[SpecialRow]:
        """The rows of the ends if every one of them is untrained: then no end can come."""
        known = [token_id for token_id in ends if token_id in self.rows]
        dead = self.untrained_among(known)
        return dead if len(dead) == len(known) else []


def read_special_rows(
    matrix: WeightRows | None, tokens: Checkpoint, wanted: Iterable[int]
) -> SpecialRows | None:
    """Read the rows of the `wanted` ids and of the special tokens of `tokens`, and the samples.

    None where there is no matrix or it cannot be read.
    """
    if matrix is None:
        return None
    try:
        with np.errstate(all="ignore"):  # broken weights hold infinities
            return _read(matrix, tokens, wanted)
    except (OSError, EOFError):
        return None


def _read(matrix: WeightRows, tokens: Checkpoint, wanted: Iterable[int]) -> SpecialRows:
    special = tokens.added_tokens
    end = max([tokens.vocabulary_size, *(token_id + 1 for token_id in special.values())])
    end = min(end, matrix.count) if tokens.vocabulary_size else matrix.count
    unused = sorted(i for text, i in special.items() if _UNUSED.search(text) and i < end)
    ends = sorted({i for i in wanted if i < matrix.count})
    named = sorted({*ends, *spread(sorted({*special.values()} - {*unused}))})
    named = [token_id for token_id in named if token_id < matrix.count]
    unnamed = [token_id for token_id in spread(range(end, matrix.count)) if token_id not in ends]
    special_ids = {*special.values(), *ends}
    ordinary = [token_id for token_id in spread(range(end)) if token_id not in special_ids]
    rest = sorted({*spread(unused), *unnamed} - {*named})
    same = _same(matrix, sorted({*named, *rest, *ordinary}))
    usual = read_statistics(matrix, ordinary, rest)
    return SpecialRows(
        matrix, usual, _rows(matrix, named, same, usual), _rows(matrix, unnamed, same, usual)
    )


def _rows(
    matrix: WeightRows,
    ids: list[int],
    same: dict[int, tuple[int, ...]],
    usual: RowStatistics | None,
) -> dict[int, SpecialRow]:
    values = matrix.values(ids) if usual else None
    if usual is None or values is None:
        return {i: SpecialRow(i, same[i], None) for i in ids}
    values = np.nan_to_num(values)
    return {
        i: SpecialRow(i, same[i], usual.numbers(i, row)) for i, row in zip(ids, values, strict=True)
    }


def _same(matrix: WeightRows, ids: list[int]) -> dict[int, tuple[int, ...]]:
    """For each row the ones among those read that have its bytes."""
    groups: dict[bytes, list[int]] = defaultdict(list)
    for token_id, stored in matrix.bytes_of(ids).items():
        groups[blake2b(stored, digest_size=16).digest()].append(token_id)
    return {i: group for found in groups.values() for group in [tuple(found)] for i in found}

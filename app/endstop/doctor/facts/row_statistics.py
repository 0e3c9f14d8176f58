"""What is usual among the rows of a matrix, measured on a sample; and how one row differs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from endstop.checkpoints.weight_rows import Floats, WeightRows

SAMPLE = 512  # rows of each kind; their mean is then within 1 / sqrt(512) = 4 % of a row
_NEAR_COSINE, _NEAR_NORM = 0.9999, 1e-3


@dataclass(frozen=True, slots=True)
class RowNumbers:
    """How a row stands to the ordinary ones.

    `largest` is its largest absolute value, `norm` its length, `mean_distance` its distance from
    the mean row as a share of the median one's; `near` is the unused token whose row it nearly is.
    """

    largest: float
    norm: float
    mean_distance: float
    near: int | None = None


class RowStatistics:
    """The ordinary rows of a matrix, and those of unused tokens."""

    def __init__(self, ordinary: Floats, unused: Floats, unused_ids: Sequence[int]) -> None:
        self._mean = ordinary.mean(axis=0)
        self._unused, self._unused_ids = unused, unused_ids
        self._unused_norms = np.linalg.norm(unused, axis=1)
        norms = np.linalg.norm(ordinary, axis=1)
        self.largest = float(np.median(np.abs(ordinary).max(axis=1)))
        self.lowest_norm, self.highest_norm = map(float, np.percentile(norms, (0.5, 99.5)))
        self.norm = float(np.median(norms))
        self._distance = float(np.median(np.linalg.norm(ordinary - self._mean, axis=1)))

    def numbers(self, token_id: int, row: Floats) -> RowNumbers:
        """A token's row against them."""
        distance = float(np.linalg.norm(row - self._mean))
        norm = float(np.linalg.norm(row))
        share = distance / self._distance if self._distance else 1.0
        return RowNumbers(float(np.abs(row).max()), norm, share, self._near(token_id, row, norm))

    def _near(self, token_id: int, row: Floats, norm: float) -> int | None:
        """Another, unused token whose row has all but the same direction and length."""
        if not norm or not self._unused_ids:
            return None
        lengths = np.where(self._unused_norms > 0, self._unused_norms, np.inf)
        cosines = self._unused @ row / (lengths * norm)
        same_length = np.abs(norm / lengths - 1) <= _NEAR_NORM
        found = np.flatnonzero((cosines >= _NEAR_COSINE) & same_length)
        others = (self._unused_ids[int(at)] for at in found)
        return next((other for other in others if other != token_id), None)


def read_statistics(
    matrix: WeightRows, ordinary: Sequence[int], unused: Sequence[int]
) -> RowStatistics | None:
    """Measure; None where there is no sample or the format's values cannot be decoded."""
    sample, others = matrix.values(ordinary), matrix.values(unused)
    if sample is None or others is None or not len(sample):
        return None
    return RowStatistics(np.nan_to_num(sample), np.nan_to_num(others), unused)


def spread(ids: Sequence[int]) -> list[int]:
    """At most SAMPLE of the ids, evenly spaced."""
    if len(ids) <= SAMPLE:
        return list(ids)
    return [ids[at * len(ids) // SAMPLE] for at in range(SAMPLE)]

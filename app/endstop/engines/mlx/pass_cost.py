"""What a forward pass costs by its number of tokens: measured as it goes, never believed.

Where reading the weights dominates, a pass of eight tokens costs little more than one of a single
token; on a tiny model it may cost more than eight. Both happen, so the engine looks.
"""

from collections import defaultdict, deque
from statistics import median

_KEPT = 9  # latest passes of a size that are remembered
_TRIALS = 2  # passes of a size that are tried before it is judged


class PassCost:
    """Remembers how long passes took; sizes are grouped by powers of two."""

    def __init__(self) -> None:
        self._seconds: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=_KEPT))

    def took(self, tokens: int, seconds: float) -> None:
        """A pass over `tokens` tokens took `seconds`."""
        self._seconds[_size(tokens)].append(seconds / tokens)

    def pays(self, tokens: int) -> bool:
        """Whether one pass over `tokens` tokens is likely to beat as many passes over one.

        A size that was not tried often enough is tried.
        """
        single, several = self._seconds[_size(1)], self._seconds[_size(tokens)]
        if len(several) < _TRIALS or not single:
            return True
        return median(several) < median(single)


def _size(tokens: int) -> int:
    """The group of a pass: 1, 2, 3-4, 5-8..."""
    return (tokens - 1).bit_length()

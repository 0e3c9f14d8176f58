"""What a forward pass costs by its number of tokens: measured as it goes, never believed.

Where reading the weights dominates, a pass of eight tokens costs little more than one of a single
token; on a tiny model it may cost more than eight. Both happen, so the engine looks.
"""

from collections import Counter, defaultdict, deque
from statistics import median

_TRIALS = 9  # latest passes of a size that are remembered, and tried before it is judged
_RETRIAL = 32  # how many times a size is turned down before it is tried once more


class PassCost:
    """Remembers how long passes took; sizes are grouped by powers of two."""

    def __init__(self) -> None:
        self._seconds: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=_TRIALS))
        self._turned_down: Counter[int] = Counter()

    def took(self, tokens: int, seconds: float) -> None:
        """A pass over `tokens` tokens took `seconds`."""
        self._seconds[_size(tokens)].append(seconds / tokens)

    def pays(self, tokens: int) -> bool:
        """Whether one pass over `tokens` tokens should be made in place of as many over one.

        The medians of the latest nine passes decide. A size with fewer than nine is tried, and one
        that was turned down is tried again now and then, for the machine may have been busy.
        """
        size = _size(tokens)
        single, several = self._seconds[_size(1)], self._seconds[size]
        if len(several) < _TRIALS or not single or median(several) < median(single):
            return True
        self._turned_down[size] += 1
        return self._turned_down[size] % _RETRIAL == 0


def _size(tokens: int) -> int:
    """The group of a pass: 1, 2, 3-4, 5-8..."""
    return (tokens - 1).bit_length()

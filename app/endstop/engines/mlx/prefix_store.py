"""The model's state after the last page, kept: another question on the same pages starts there.

Pages come first in the prompt and the schema after them, so a second schema, a repeated run or a
probe skips the pages. A state is copied out and copied in, never shared: decoding changes it.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from endstop.engines.mlx.cache_copies import arrays, copies

if TYPE_CHECKING:
    import mlx.core as mx

LIMIT = 1024 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state: the token ids it has read, and the layers' caches.

    `tail` is the text between the last page and the question; `grids` are the pages', if any.
    """

    ids: tuple[int, ...]
    cache: list[Any]
    tail: str
    grids: "mx.array | None" = None

    @property
    def size(self) -> int:
        """Bytes of the caches."""
        return sum(array.nbytes for layer in self.cache for array in arrays(layer))


class PrefixStore:
    """Keeps the latest states, as many as fit into `limit` bytes."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._kept: OrderedDict[bytes, Snapshot] = OrderedDict()

    def find(self, key: bytes) -> Snapshot | None:
        """The state of a document, its caches copied so that the caller may decode on."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return replace(kept, cache=copies(kept.cache))

    def keep(self, key: bytes, snapshot: Snapshot) -> None:
        """Keep a state; the least recently used ones make room, a larger one is not kept."""
        if snapshot.size > self._limit:
            return
        self._kept[key] = snapshot
        self._kept.move_to_end(key)
        while sum(kept.size for kept in self._kept.values()) > self._limit:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()

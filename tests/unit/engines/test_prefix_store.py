"""The state after the pages is kept within its bound and never shared."""

import mlx.core as mx
import pytest

from endstop.engines.mlx.prefix_store import PrefixStore, Snapshot

pytestmark = pytest.mark.mlx


class Layer:
    """A cache as mlx-vlm's are: arrays as attributes, also in lists."""

    def __init__(self, size: int) -> None:
        self.keys = mx.zeros((size,), dtype=mx.uint8)
        self.cache = [mx.ones((size,), dtype=mx.uint8), None]


def snapshot(size: int) -> Snapshot:
    return Snapshot((1, 2), [Layer(size // 2)], "")


def test_the_least_recently_used_state_makes_room():
    store = PrefixStore(limit=200)
    store.keep(b"a", snapshot(100))
    store.keep(b"b", snapshot(100))
    assert store.find(b"a") is not None
    store.keep(b"c", snapshot(100))
    assert store.find(b"b") is None
    assert store.find(b"a") is not None
    assert store.find(b"c") is not None


def test_a_state_beyond_the_bound_is_not_kept():
    store = PrefixStore(limit=50)
    store.keep(b"a", snapshot(100))
    assert store.find(b"a") is None

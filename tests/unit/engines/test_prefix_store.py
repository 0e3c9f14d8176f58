"""The state after the pages is kept within its bound and never shared."""

import mlx.core as mx
import pytest

from endstop.engines.mlx.prefix_store import PrefixStore, Snapshot, copy_cache

pytestmark = pytest.mark.mlx


class Layer:
    """A cache as mlx-vlm's are: arrays and numbers as attributes."""

    def __init__(self, size: int) -> None:
        self.keys = mx.zeros((size,), dtype=mx.uint8)
        self.cache = [mx.ones((size,), dtype=mx.uint8), None]
        self.offset = 3


def snapshot(size: int) -> Snapshot:
    return Snapshot((1, 2), [Layer(size // 2)], {})


def test_a_copy_has_arrays_of_its_own():
    layer = Layer(4)
    (twin,) = copy_cache([layer])
    twin.keys[0] = 7
    twin.cache[0][0] = 7
    assert layer.keys.tolist() == [0, 0, 0, 0]
    assert layer.cache[0].tolist() == [1, 1, 1, 1]
    assert twin.offset == 3


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

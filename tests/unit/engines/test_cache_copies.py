"""Copies of a state have arrays of their own; twins share them and part where one is changed."""

import mlx.core as mx
import pytest

from endstop.engines.mlx.cache_copies import arrays, copies, twins

pytestmark = pytest.mark.mlx


class Layer:
    """A cache as mlx-vlm's are: arrays and numbers as attributes, also in lists and tuples."""

    def __init__(self) -> None:
        self.keys = mx.zeros((4,))
        self.cache = [mx.ones((4,)), None]
        self.quantised = (mx.ones((4,)), mx.ones((4,)))
        self.offset = 3


@pytest.mark.parametrize("copied", [copies, twins])
def test_what_is_written_to_one_is_not_in_the_other(copied):
    layer = Layer()
    (other,) = copied([layer])
    other.keys[0] = 7
    other.cache[0][0] = 7
    other.quantised[1][0] = 7
    assert layer.keys.tolist() == [0, 0, 0, 0]
    assert layer.cache[0].tolist() == [1, 1, 1, 1]
    assert layer.quantised[1].tolist() == [1, 1, 1, 1]
    assert other.cache[1] is None
    assert other.offset == 3


@pytest.mark.parametrize("copied", [copies, twins])
def test_mlx_vlms_own_caches_part_also_within_one_another(copied):
    """Gemma's window, which is written in place once it is full, and caches within a cache."""
    from mlx_vlm.models.cache import ArraysCache, CacheList, KVCache, RotatingKVCache

    def write(cache, value):
        cache.update_and_fetch(mx.full((1, 1, 1, 4), value), mx.full((1, 1, 1, 4), value))

    layers = [CacheList(KVCache(), RotatingKVCache(max_size=2)), ArraysCache(1)]
    for part in layers[0].caches:
        write(part, 1.0)
        write(part, 2.0)
    layers[1][0] = mx.zeros((4,))
    before = [array.tolist() for layer in layers for array in arrays(layer)]
    others = copied(layers)
    for part in others[0].caches:
        write(part, 7.0)
    others[1][0] = mx.ones((4,))
    mx.eval([arrays(layer) for layer in others])
    assert len(before) == 5
    assert [array.tolist() for layer in layers for array in arrays(layer)] == before
    assert [part.offset for part in layers[0].caches] == [2, 2]
    assert [part.offset for part in others[0].caches] == [3, 3]


@pytest.mark.parametrize("dropped", [True, False])
def test_a_buffer_is_written_in_place_once_the_originals_are_gone(dropped):
    layer = Layer()
    layer.keys = mx.zeros((16, 1024, 1024), dtype=mx.uint8)
    cache = [layer]
    mx.eval(layer.keys)
    del layer
    ahead = twins(cache)
    ahead[0].keys[0, 0] = mx.full((1024,), 7, dtype=mx.uint8)
    if dropped:
        cache[:] = ahead
    mx.reset_peak_memory()
    before = mx.get_active_memory()
    mx.eval(ahead[0].keys)
    copied = mx.get_peak_memory() - before > 1024 * 1024
    assert copied is not dropped

"""Copies of a state have arrays of their own; twins share them and part where one is changed."""

import mlx.core as mx
import pytest

from endstop.engines.mlx.cache_copies import copies, twins

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

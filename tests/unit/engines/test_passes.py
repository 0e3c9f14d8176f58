"""Passes over given tokens, jumped, one by one or built ahead, leave the same logits and state."""

import mlx.core as mx
import pytest

from endstop.engines.mlx.cache_copies import copies
from endstop.engines.mlx.host.short_passes import SHORT
from endstop.engines.mlx.passes import Passes
from tests.support.jumps import Told

pytestmark = pytest.mark.mlx

GIVEN = [40, 41, 42, 43, 44]


@pytest.fixture(scope="module")
def host(engine):
    return engine._host


@pytest.fixture(scope="module")
def start(host):
    """The state after a few tokens."""
    cache, language_model = host.new_cache(), host.model.language_model
    language_model._rope_deltas = mx.zeros((1, 1), dtype=mx.int32)
    language_model(mx.array([list(range(60, 100))]), cache=cache)
    return copies(cache)


@pytest.fixture
def passes(host, start):
    def made(*, at_once: bool = True) -> Passes:
        return Passes(host, copies(start), Told(at_once))

    return made


def test_a_short_pass_over_several_tokens_equals_single_ones_bit_for_bit(passes):
    jumped, stepped = passes(), passes(at_once=False)
    for given in (GIVEN, [50], [51, 52]):
        assert jumped.over(given).tolist() == stepped.over(given).tolist()
    assert (jumped.count, stepped.count) == (3, 8)


def test_longer_passes_go_through_in_chunks(passes):
    """Both ways are close to each other: chunks are another order of the same sums."""
    given = [40 + number % 50 for number in range(SHORT + 1)]
    jumped, stepped = passes().over(given), passes(at_once=False).over(given)
    assert mx.allclose(jumped, stepped, rtol=0.05, atol=0.25)


def test_a_pass_built_ahead_is_the_pass_that_would_have_been_made(passes):
    ahead, plain = passes(), passes()
    logits = ahead.over(GIVEN)
    assert logits.tolist() == plain.over(GIVEN).tolist()
    for _ in range(4):
        token = mx.argmax(logits)
        ahead.expect(token)
        logits = ahead.over([token.item()])
        assert logits.tolist() == plain.over([token.item()]).tolist()
    assert ahead.count == plain.count == 5


def test_a_pass_built_ahead_in_vain_leaves_no_trace(passes):
    ahead, plain = passes(), passes()
    ahead.expect(mx.argmax(ahead.over([40])))
    plain.over([40])
    assert ahead.over([41, 42]).tolist() == plain.over([41, 42]).tolist()
    assert ahead.over([43]).tolist() == plain.over([43]).tolist()
    assert ahead.count == 3

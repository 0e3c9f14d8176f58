"""Jumps are taken where they pay, by measurement.

The costs are fed as `Passes.over` feeds them: a size is measured only where `pays` lets it be.
"""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from endstop.engines.mlx.pass_cost import PassCost

COLD = 1.0  # seconds


def answered(cost: PassCost, seconds: Callable[[int], float], tokens: int = 4) -> list[bool]:
    """What was chosen while one answer after another gave `tokens` forced tokens, 400 times."""
    chosen = []
    for _ in range(400):
        at_once = cost.pays(tokens)
        size = tokens if at_once else 1
        cost.took(size, seconds(size))
        cost.took(1, seconds(1))  # a token that the model is asked for
        chosen.append(at_once)
    return chosen


def weight_bound(tokens: int) -> float:
    return 0.10 + 0.001 * tokens


def tiny(tokens: int) -> float:
    return 0.01 if tokens == 1 else 0.02 * tokens


def test_a_size_that_was_never_tried_is_tried():
    assert PassCost().pays(5)


def test_jumps_are_always_taken_where_the_weights_dominate():
    assert all(answered(PassCost(), weight_bound))


def test_jumps_that_cost_more_than_they_save_are_tried_nine_times_and_now_and_then():
    chosen = answered(PassCost(), tiny)
    assert all(chosen[:9])
    assert not any(chosen[9:39])
    assert 0 < sum(chosen[9:]) <= 400 / 30


def test_sizes_are_judged_in_groups_of_powers_of_two():
    cost = PassCost()
    answered(cost, tiny, tokens=4)
    assert not cost.pays(3)
    assert cost.pays(5)


@given(st.integers(0, 9))
def test_cold_passes_never_switch_jumping_off_for_good(cold):
    """The first passes of a size compile kernels, or the machine was busy."""
    cost = PassCost()
    for _ in range(cold):
        cost.took(4, COLD * 4)
    assert all(answered(cost, weight_bound)[-50:])


def test_a_machine_that_changes_its_ways_is_judged_again():
    cost = PassCost()
    answered(cost, tiny)
    assert all(answered(cost, weight_bound)[-50:])
    assert not any(answered(cost, tiny)[-20:])

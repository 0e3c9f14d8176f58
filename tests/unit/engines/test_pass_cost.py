"""Jumps are taken where they pay, by measurement."""

from endstop.engines.mlx.pass_cost import PassCost


def measured(single: float, several: float, tokens: int = 4) -> PassCost:
    cost = PassCost()
    for _ in range(3):
        cost.took(1, single)
        cost.took(tokens, several)
    return cost


def test_a_size_that_was_never_tried_is_tried():
    assert PassCost().pays(5)


def test_a_long_pass_pays_where_the_weights_dominate():
    assert measured(single=0.10, several=0.11).pays(4)


def test_a_long_pass_that_costs_more_than_its_tokens_one_by_one_does_not_pay():
    assert not measured(single=0.01, several=0.05).pays(4)


def test_sizes_are_judged_in_groups_of_powers_of_two():
    cost = measured(single=0.01, several=0.05, tokens=4)
    assert not cost.pays(3)
    assert cost.pays(5)


def test_what_was_true_long_ago_is_forgotten():
    cost = measured(single=0.01, several=0.05)
    for _ in range(20):
        cost.took(4, 0.011)
    assert cost.pays(4)

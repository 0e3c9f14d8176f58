"""Slips are reproducible, and the splits never share a stream."""

from recipe.pages import Split, page_source
from recipe.words import random_slip


def test_a_source_gives_the_same_slip_again() -> None:
    first, second = (random_slip(page_source(Split.TRAINING, "fixed", 7)) for _ in range(2))
    assert first == second


def test_splits_give_different_slips() -> None:
    texts = {
        repr(random_slip(page_source(split, "fixed", index)))
        for split in Split
        for index in range(50)
    }
    assert len(texts) == 50 * len(Split)


def test_values_hold_nothing_that_json_must_escape() -> None:
    for index in range(200):
        slip = random_slip(page_source(Split.HELD_OUT, "varied", index))
        printed = "".join(slip.fields.values()) + repr(slip.items)
        assert '"' not in printed
        assert "\\" not in printed
        assert printed.isascii()

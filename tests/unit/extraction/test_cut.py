"""What closing an answer invents is named, value by value."""

import json

from hypothesis import given
from hypothesis import strategies as st

from endstop.extraction.cut import lost_values
from endstop.results.pointers import leaf_values

CLOSED = {"vendor": "Nord", "total": None, "items": [{"n": 1}]}


def pointers(text: str, closed) -> list[str]:
    return [problem.pointer for problem in lost_values(text, closed)]


def test_a_value_that_was_being_written_is_lost_and_so_are_those_after_it():
    assert pointers('{"vendor":"Nor', CLOSED) == ["/vendor", "/total", "/items/0/n"]


def test_a_number_at_the_very_end_may_have_gone_on():
    assert pointers('{"total":12', {"total": 12}) == ["/total"]
    assert pointers('{"total":12}', {"total": 12}) == []


def test_the_two_ways_of_being_lost_are_told_apart():
    first, second, _third = lost_values('{"vendor":"Nor', CLOSED)
    assert "within" in first.message
    assert "before" in second.message


@given(
    st.dictionaries(st.text(max_size=4), st.none() | st.integers() | st.text(max_size=5)),
    st.randoms(),
)
def test_no_loss_is_hidden_wherever_the_cut_is(value, rng):
    text = json.dumps(value)
    cut = text[: rng.randrange(len(text) + 1)]
    lost = set(pointers(cut, value))
    kept = {place for place, leaf in leaf_values(value) if leaf != {}} - lost
    # what counts as found stands in the cut text, followed by what ends it
    assert all(
        f"{json.dumps(key)}: {json.dumps(leaf)}" in cut
        for key, leaf in value.items()
        if "/" + key.replace("~", "~0").replace("/", "~1") in kept
    )

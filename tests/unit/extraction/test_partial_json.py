"""JSON that is still being written has a value at every moment."""

import json

from hypothesis import given
from hypothesis import strategies as st

from endstop.extraction.partial_json import partial_value

VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def test_an_unfinished_string_shows_what_is_there():
    assert partial_value('{"vendor":"Nord') == {"vendor": "Nord"}


def test_a_key_without_a_value_is_not_shown():
    assert partial_value('{"a":1,"b":') == {"a": 1}


def test_what_is_no_json_has_no_value():
    assert partial_value("Sure! Here is") is None


@given(VALUES)
def test_every_prefix_has_a_value_and_the_whole_has_its_own(value):
    text = json.dumps(value, ensure_ascii=False)
    for end in range(len(text)):
        partial_value(text[:end])
    assert partial_value(text) == value


@given(st.text(max_size=30))
def test_any_text_at_all_is_survived(text):
    partial_value(text)

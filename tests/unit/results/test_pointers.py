"""Leaves have pointers as RFC 6901 says."""

from hypothesis import given
from hypothesis import strategies as st

from endstop.results.pointers import leaf_values, pointer

VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
)


def test_pointers_escape_as_the_rfc_says():
    assert pointer(["a/b", "m~n", 0]) == "/a~1b/m~0n/0"


def test_empty_containers_are_leaves():
    assert list(leaf_values({"a": [], "b": {}})) == [("/a", []), ("/b", {})]


@given(VALUES)
def test_every_leaf_has_a_pointer_of_its_own(value):
    found = [place for place, _leaf in leaf_values(value)]
    assert len(found) == len(set(found)) >= 1

"""Leaves are found where they stand, in whole answers and in cut ones."""

import json

from hypothesis import given
from hypothesis import strategies as st

from endstop.extraction.leaf_spans import leaf_spans
from endstop.results.pointers import leaf_values

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)
ROOTS = st.dictionaries(st.text(max_size=4), VALUES, max_size=4)
INDENTS = st.sampled_from([None, 2])


@given(ROOTS, INDENTS)
def test_each_span_holds_exactly_its_leaf(value, indent):
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    spans = {span.pointer: json.loads(text[span.start : span.end]) for span in leaf_spans(text)}
    scalars = {p: v for p, v in leaf_values(value) if not isinstance(v, (dict, list))}
    assert spans == scalars
    assert all(span.whole for span in leaf_spans(text))


@given(ROOTS, INDENTS, st.randoms())
def test_a_cut_text_gives_its_whole_leaves_and_at_most_one_that_is_not(value, indent, rng):
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    cut = text[: rng.randrange(len(text))]
    spans = leaf_spans(cut)
    assert all(span.whole for span in spans[:-1])
    whole = {span.pointer: json.loads(cut[span.start : span.end]) for span in spans if span.whole}
    assert whole.items() <= dict(leaf_values(value)).items()


@given(st.text(max_size=40))
def test_any_text_at_all_is_survived(text):
    leaf_spans(text)
    leaf_spans("{" + text)


def test_nesting_beyond_reason_is_survived():
    assert leaf_spans("[" * 100_000) == ()

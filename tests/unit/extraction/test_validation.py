"""A value is held against its schema, and each problem points at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.extraction.validation import bounds_hit, find_problems, leaves, parse
from endstop.results.result import FieldState
from endstop.schemas.relaxed import LONGEST_ARRAY, LONGEST_STRING
from endstop.schemas.schema import ExtractionSchema


def schema(definition) -> ExtractionSchema:
    return ExtractionSchema("test", "Test", definition)


INVOICE = schema(
    {
        "type": "object",
        "properties": {
            "total": {"type": "number"},
            "items": {
                "type": "array",
                "items": {"type": "object", "properties": {"name": {"type": "string"}}},
            },
        },
    }
)


def test_null_for_an_absent_leaf_is_no_problem():
    assert find_problems({"total": None, "items": []}, INVOICE) == ()


def test_a_problem_points_at_the_value_that_has_it():
    problems = find_problems({"total": "12", "items": [{"name": "a"}, {"name": 3}]}, INVOICE)
    assert [problem.pointer for problem in problems] == ["/items/1/name", "/total"]


def test_a_missing_field_is_a_problem():
    assert "total" in find_problems({"items": []}, INVOICE)[0].message


def test_leaves_come_in_order_with_their_state():
    value = {"total": "12", "items": [{"name": None}], "empty": {}}
    fields = leaves(value, find_problems(value, INVOICE), {})
    assert [(field.pointer, field.state) for field in fields] == [
        ("/total", FieldState.INVALID),
        ("/items/0/name", FieldState.NULL),
        ("/empty", FieldState.VALUE),
    ]


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', "[" * 100_000])
def test_what_is_no_json_is_a_problem_and_no_crash(text):
    value, problems = parse(text)
    assert value is None
    assert problems[0].pointer == ""


def test_a_reference_to_the_network_is_never_followed():
    remote = schema({"properties": {"a": {"$ref": "http://127.0.0.1:9/schema.json"}}})
    assert "refers to something" in find_problems({"a": 1}, remote)[0].message


@given(
    st.recursive(st.none() | st.integers(), lambda x: st.lists(x) | st.dictionaries(st.text(), x))
)
def test_every_leaf_has_a_pointer_of_its_own(value):
    found = [field.pointer for field in leaves(value, (), {})]
    assert len(found) == len(set(found)) >= 1


def test_a_value_that_ends_at_the_grammars_bound_is_named():
    value = {"a": "x" * LONGEST_STRING, "b": [{"c": "x" * (LONGEST_STRING - 1)}], "d": "x"}
    assert [problem.pointer for problem in bounds_hit(value)] == ["/a"]
    assert [problem.pointer for problem in bounds_hit({"a": [0] * LONGEST_ARRAY})] == ["/a"]

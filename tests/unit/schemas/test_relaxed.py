"""The relaxed schema: null for what is absent, every field written, nothing else, bounds."""

import copy

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from endstop.schemas.relaxed import LONGEST_ARRAY, LONGEST_STRING, bounded, relaxed

NAMES = st.sampled_from(["a", "b", "c", "properties", "type"])
LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "number"},
        {"type": "integer", "minimum": 0},
        {"type": "boolean"},
        {"type": "string", "enum": ["x"]},
        {"type": "string", "format": "date"},
        {"const": 3},
        {},
    ]
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            lambda properties: {"type": "object", "properties": properties},
            st.dictionaries(NAMES, inner, max_size=3),
        ),
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.builds(lambda options: {"anyOf": options}, st.lists(inner, min_size=1, max_size=2)),
    ),
    max_leaves=8,
)


def test_a_leaf_may_be_null_and_an_object_may_not():
    schema = relaxed(
        {
            "type": "object",
            "properties": {
                "leaf": {"type": "number"},
                "inner": {"type": "object", "properties": {"deep": {"type": "string"}}},
                "items": {"type": "array", "items": {"type": "string"}},
            },
        }
    )
    properties = schema["properties"]
    assert properties["leaf"]["type"] == ["number", "null"]
    assert properties["inner"]["type"] == "object"
    assert properties["inner"]["properties"]["deep"]["type"] == ["string", "null"]
    assert properties["items"]["items"]["type"] == "string"


def test_every_field_is_written_and_no_other():
    schema = relaxed({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]})
    assert schema["required"] == ["a", "b"]
    assert schema["additionalProperties"] is False


def test_a_user_who_allows_other_keys_keeps_them():
    schema = relaxed({"properties": {"a": {}}, "additionalProperties": {"type": "string"}})
    assert schema["additionalProperties"] == {"type": "string"}


def test_a_property_that_refers_stays_optional():
    schema = relaxed(
        {
            "type": "object",
            "properties": {"next": {"$ref": "#"}, "name": {"type": "string"}},
        }
    )
    assert schema["required"] == ["name"]


def test_unbounded_strings_and_arrays_get_a_bound_and_others_keep_theirs():
    schema = bounded(
        {
            "type": "object",
            "properties": {
                "free": {"type": "string"},
                "short": {"type": "string", "maxLength": 3},
                "long": {"type": "string", "minLength": LONGEST_STRING + 1},
                "fixed": {"type": "string", "pattern": "^a$"},
                "rows": {"type": "array", "items": {}},
            },
        }
    )["properties"]
    assert schema["free"]["maxLength"] == LONGEST_STRING
    assert schema["short"]["maxLength"] == 3
    assert schema["long"]["maxLength"] == LONGEST_STRING + 1
    assert "maxLength" not in schema["fixed"]
    assert schema["rows"]["maxItems"] == LONGEST_ARRAY


@given(SCHEMAS)
def test_the_users_schema_is_left_as_it_was_and_the_copy_is_a_schema(schema):
    before = copy.deepcopy(schema)
    for form in (relaxed, bounded):
        Draft202012Validator.check_schema(form(schema))
        assert schema == before


@given(SCHEMAS)
def test_relaxing_twice_changes_nothing_more(schema):
    assert relaxed(relaxed(schema)) == relaxed(schema)

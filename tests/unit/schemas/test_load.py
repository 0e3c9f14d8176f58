"""A schema comes from a name, a file or JSON; each fault is a sentence."""

import json

import pytest

from endstop.errors import SchemaError
from endstop.schemas.library import library_schemas
from endstop.schemas.load import load_schema

PLAIN = {"type": "object", "properties": {"a": {"type": "string"}}}


def test_each_library_name_gives_its_schema():
    for schema in library_schemas():
        assert load_schema(schema.name) is schema


def test_a_file_gives_its_content_and_its_title(tmp_path):
    path = tmp_path / "order.json"
    path.write_text(json.dumps(PLAIN | {"title": "Order"}), encoding="utf-8")
    schema = load_schema(str(path))
    assert (schema.name, schema.title) == ("order", "Order")
    assert schema.definition["properties"] == PLAIN["properties"]


def test_json_is_taken_as_it_is():
    assert load_schema(json.dumps(PLAIN)).definition == PLAIN


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nowhere", "no schema named nowhere"),
        ("{", "not valid JSON"),
        ('{"type": "martian"}', "no valid JSON Schema"),
        ('{"properties": {"a": {"type": 3}}}', r"at \$\.properties\.a\.type"),
    ],
)
def test_what_is_no_schema_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(SchemaError, match=sentence) as caught:
        load_schema(text)
    assert caught.value.remedy


def test_a_file_that_holds_no_object_is_refused(tmp_path):
    path = tmp_path / "list.json"
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(SchemaError, match=r"list\.json is no JSON object"):
        load_schema(str(path))


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(SchemaError, match="cannot be read"):
        load_schema(str(tmp_path))


def test_a_schema_nested_beyond_reason_is_refused(tmp_path):
    path = tmp_path / "deep.json"
    path.write_text('{"items":' * 50_000 + "{}" + "}" * 50_000, encoding="utf-8")
    with pytest.raises(SchemaError, match="nested too deeply"):
        load_schema(str(path))

"""A schema comes from a name, a file or JSON; each fault is a sentence."""

import json
import os

import pytest

from endstop.errors import SchemaError
from endstop.schemas.library import library_schemas
from endstop.schemas.load import load_schema
from endstop.schemas.relaxed import relaxed

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


def test_what_is_no_ordinary_file_is_refused_and_not_read(tmp_path):
    os.mkfifo(tmp_path / "fifo.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    for path in tmp_path.iterdir():
        with pytest.raises(SchemaError, match=r"cannot be read: it is no ordinary file"):
            load_schema(str(path))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"properties": {"a": {"maximum": %s}}}' % (b"9" * 5000), "a number of 5000 digits"),
        (b'{"maximum": -%s}' % (b"9" * 400), "a number of 401 digits"),
        (b'{"maximum": 1e999}', "too large: 1e999"),
        (b'{"maximum": NaN}', "holds NaN"),
        (b'{"maximum": -Infinity}', "holds -Infinity"),
        (b'{"type": "object", "type": "object"}', "has the key type twice"),
        (b'{"title": "\\ud800"}', r"half of a character, \\ud800"),
        (b'{"properties": {"\\udc00": {}}}', r"half of a character, \\udc00"),
        (b'{"title": "\xe9"}', "is not text in UTF-8"),
        ('{"title": "x"}'.encode("utf-16"), "is not text in UTF-8"),
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"enum": [' + b"[" * 70 + b"]" * 70 + b"]}", "nested too deeply"),
        (b'{"title": "%s"}' % (b"x" * 2_000_000), "is too large for a schema"),
        (b'{"enum": [%s]}' % b",".join(b"%d" % i for i in range(12_000)), "more than 10000 values"),
        (b'{"$schema": []}', "the dialect is not a text"),
        (b'{"$schema": 5}', "the dialect is not a text"),
        (b'{"type": "object"\x00}', "not valid JSON"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_each_hostile_text_is_refused_in_a_short_sentence(tmp_path, content, sentence):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(SchemaError, match=sentence) as caught:
        load_schema(str(path))
    assert caught.value.remedy
    assert len(str(caught.value)) < 500


def test_a_mark_of_byte_order_is_no_fault(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(PLAIN).encode())
    assert load_schema(str(path)).definition == PLAIN


@pytest.mark.parametrize("text", ["[" * 100_000, "a\x00b", "x/" * 3000, "\x1b[31mred", "\ud800"])
def test_a_name_that_is_none_is_refused_in_a_short_printable_sentence(text):
    with pytest.raises(SchemaError) as caught:
        load_schema(text)
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "definition",
    [
        {"$schema": "http://json-schema.org/draft-04/schema#", "$defs": [1]},
        {
            "$schema": "http://json-schema.org/draft-03/schema#",
            "properties": {"a": {"$ref": "#"}},
            "required": True,
        },
    ],
)
def test_a_keyword_that_an_older_dialect_does_not_know_is_left(definition):
    loaded = load_schema(json.dumps(definition)).definition
    assert relaxed(loaded) is not loaded

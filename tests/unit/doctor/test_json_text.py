"""One value of a JSON text changes and not a byte besides."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.doctor.fixes.json_text import JsonTextError, set_value

STOP = ("eos_token_id",)

STYLES = {
    "indented": ('{\n  "a": 1,\n  "eos_token_id": 256,\n  "z": 0\n}', "[\n    258,\n    256\n  ]"),
    "four spaces": ('{\n    "eos_token_id": 256\n}\n', "[\n        258,\n        256\n    ]"),
    "tabs": ('{\n\t"eos_token_id": 256\n}\n', "[\n\t\t258,\n\t\t256\n\t]"),
    "no indentation": ('{\n"eos_token_id": 256\n}\n', "[\n258,\n256\n]"),
    "windows": ('{\r\n  "eos_token_id": 256\r\n}\r\n', "[\r\n    258,\r\n    256\r\n  ]"),
    "one line": ('{"a": 1, "eos_token_id": 256}', "[258, 256]"),
    "compact": ('{"a":1,"eos_token_id":256}', "[258,256]"),
    "byte order mark": ('\ufeff{"eos_token_id": 256}', "[258, 256]"),
    "short lists": ('{\n  "bad": [1, 2],\n  "eos_token_id": 256\n}', "[258, 256]"),
    "old list on a line": ('{\n  "eos_token_id": [256, 257]\n}', "[258, 256]"),
    "spaces before colons": ('{ "eos_token_id" : 256 }', "[258, 256]"),
    "numbers and escapes": (
        '{"n": 1.50e+3, "t": "\\u00e9\\/é", "eos_token_id": 256}',
        "[258, 256]",
    ),
    "null": ('{\n  "eos_token_id": null\n}\n', "[\n    258,\n    256\n  ]"),
    "empty list": ('{\n  "eos_token_id": []\n}\n', "[\n    258,\n    256\n  ]"),
}


@pytest.mark.parametrize("name", STYLES)
def test_a_value_is_replaced_in_the_style_of_its_file(name):
    text, written = STYLES[name]
    start = text.rindex('"eos_token_id"') + len('"eos_token_id"')
    start += len(text[start:]) - len(text[start:].lstrip(" :"))
    end = json.JSONDecoder().raw_decode(text, start)[1]
    assert set_value(text, STOP, [258, 256]) == text[:start] + written + text[end:]


MISSING = {
    "indented": ('{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "eos_token_id": 7\n}\n'),
    "sorted": ('{"a": 1, "z": 2}', '{"a": 1, "eos_token_id": 7, "z": 2}'),
    "sorted lines": (
        '{\n  "_from": 1,\n  "z": 2\n}',
        '{\n  "_from": 1,\n  "eos_token_id": 7,\n  "z": 2\n}',
    ),
    "first of sorted": ('{\n "m": 1,\n "z": 2\n}', '{\n "eos_token_id": 7,\n "m": 1,\n "z": 2\n}'),
    "unsorted": ('{"z": 2, "a": 1}', '{"z": 2, "a": 1, "eos_token_id": 7}'),
    "comma first": ('{ "z": 2\n, "a": 1\n}', '{ "z": 2\n, "a": 1\n, "eos_token_id": 7\n}'),
    "compact": ('{"z":2}', '{"z":2,"eos_token_id":7}'),
    "empty": ("{}", '{\n  "eos_token_id": 7\n}'),
    "empty on lines": ("{\n}\n", '{\n  "eos_token_id": 7\n}\n'),
    "windows": ('{\r\n  "z": 2\r\n}', '{\r\n  "z": 2,\r\n  "eos_token_id": 7\r\n}'),
    "byte order mark": ("\ufeff{}\n", '\ufeff{\n  "eos_token_id": 7\n}\n'),
}


@pytest.mark.parametrize("name", MISSING)
def test_a_missing_key_is_put_in_as_the_file_writes_its_others(name):
    text, wanted = MISSING[name]
    assert set_value(text, STOP, 7) == wanted


def test_nested_objects_are_made_in_the_style_of_the_file():
    text = '{\n  "b": {},\n  "a": {\n    "x": 1\n  }\n}'
    assert set_value(text, ("b", "k"), 1) == text.replace("{},", '{\n    "k": 1\n  },')
    assert set_value(text, ("a", "k"), [1]) == text.replace(
        "1\n", '1,\n    "k": [\n      1\n    ]\n'
    )
    assert set_value('{"a":1}', ("n", "k"), True) == '{"a":1,"n":{"k":true}}'


def test_an_element_of_a_list_is_reached_by_its_number():
    text = '{"added_tokens": [{"id": 0}, {"id": 1, "special": false}]}'
    changed = set_value(text, ("added_tokens", "1", "special"), True)
    assert changed == text.replace("false", "true")


def test_an_equal_value_stays_as_it_is_spelt():
    text = '{"n": 1.0e0, "eos_token_id": [ 258,256 ]}'
    assert set_value(text, STOP, [258, 256]) == text
    assert set_value('{"special": 1}', ("special",), True) == '{"special": true}'


def test_of_a_key_that_stands_twice_the_one_that_counts_changes():
    assert set_value('{"k": 1, "k": 2}', ("k",), 3) == '{"k": 1, "k": 3}'


def test_letters_beyond_ascii_are_written_as_the_file_writes_them():
    assert set_value('{"a": "\\u00e9"}', ("b",), "é") == '{"a": "\\u00e9", "b": "\\u00e9"}'
    assert set_value('{"a": "é"}', ("b",), "▁") == '{"a": "é", "b": "▁"}'
    assert set_value('{"a": "é"}', ("b",), "\ud800") == '{"a": "é", "b": "\\ud800"}'


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '{"a": 1} x', "{'a': 1}", '{"a": 1,}', "[" * 100_000]
)
def test_what_is_no_json_object_cannot_be_edited(text):
    with pytest.raises(JsonTextError):
        set_value(text, STOP, 1)


@pytest.mark.parametrize("path", [("a", "b"), ("l", "3"), ("l", "x"), ()])
def test_a_place_that_cannot_be_is_refused(path):
    with pytest.raises(JsonTextError):
        set_value('{"a": 1, "l": [1]}', path, 1)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(
    content=st.dictionaries(st.sampled_from("abcdek"), VALUES, max_size=5),
    path=st.lists(st.sampled_from("abk"), min_size=1, max_size=3),
    value=VALUES,
    style=st.sampled_from(
        [
            {},
            {"indent": 2},
            {"indent": "\t"},
            {"indent": 0},
            {"separators": (",", ":")},
            {"indent": 4, "sort_keys": True},
            {"indent": 1, "separators": (" ,", " : ")},
        ]
    ),
    escape=st.booleans(),
)
def test_the_text_reads_as_the_content_with_that_value(content, path, value, style, escape):
    text = json.dumps(content, ensure_ascii=escape, **style)
    wanted = json.loads(text)
    at = wanted
    for key in path[:-1]:
        at = at.setdefault(key, {})
        if not isinstance(at, dict):
            return
    at[path[-1]] = value
    changed = set_value(text, path, value)
    assert json.loads(changed) == json.loads(json.dumps(wanted))
    assert set_value(changed, path, value) == changed

"""What a grammar lets through: the schema, null, and nothing without an end."""

import json

import llguidance
import pytest

from endstop.assets import bundled_model
from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import Guide, compile_grammar
from endstop.errors import GrammarError
from endstop.schemas.library import library_schemas
from endstop.schemas.relaxed import LONGEST_ARRAY, LONGEST_STRING

STOP = 258
FLAT = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}}}


@pytest.fixture(scope="module")
def vocabulary():
    text = (bundled_model() / "tokenizer.json").read_text(encoding="utf-8")
    return llguidance.LLTokenizer(text, eos_token=[STOP, 256])


def fits(schema, separators, text, vocabulary) -> bool:
    """Whether the grammar lets the whole text through and may end after it."""
    guide = Guide(compile_grammar(Constraint(schema, separators)), vocabulary)
    width = vocabulary.vocab_size
    for token in vocabulary.tokenize_str(text):
        if not guide.allowed(width)[token]:
            return False
        guide.accept([token])
    return bool(guide.allowed(width)[STOP])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"a":"x","b":1.50}', True),
        ('{"a":null,"b":null}', True),
        ('{"a":"x"}', False),
        ('{"b":1,"a":"x"}', False),
        ('{"a":"x","b":1,"c":2}', False),
        ('{"a":"x", "b":1}', False),
        ('{"a":"x","b":1} ', False),
        ('{\n"a":"x","b":1}', False),
    ],
)
def test_compact_answers_hold_every_field_once_and_no_white_space(text, wanted, vocabulary):
    assert fits(FLAT, Separators.COMPACT, text, vocabulary) is wanted


def test_spaced_answers_have_one_space_after_each_separator(vocabulary):
    assert fits(FLAT, Separators.SPACED, '{"a": "x", "b": 1}', vocabulary)
    assert not fits(FLAT, Separators.SPACED, '{"a":"x","b":1}', vocabulary)


def test_an_enumeration_may_be_null_but_nothing_else(vocabulary):
    schema = {"type": "object", "properties": {"a": {"type": "string", "enum": ["x", "y"]}}}
    assert fits(schema, Separators.COMPACT, '{"a":null}', vocabulary)
    assert fits(schema, Separators.COMPACT, '{"a":"y"}', vocabulary)
    assert not fits(schema, Separators.COMPACT, '{"a":"z"}', vocabulary)


def test_a_string_ends_at_its_bound(vocabulary):
    whole = "x" * LONGEST_STRING
    assert fits(FLAT, Separators.COMPACT, f'{{"a":"{whole}","b":1}}', vocabulary)
    assert not fits(FLAT, Separators.COMPACT, f'{{"a":"{whole}x","b":1}}', vocabulary)


def test_an_array_ends_at_its_bound(vocabulary):
    schema = {"type": "array", "items": {"type": "integer"}}
    whole = ",".join(["1"] * LONGEST_ARRAY)
    assert fits(schema, Separators.COMPACT, f"[{whole}]", vocabulary)
    assert not fits(schema, Separators.COMPACT, f"[{whole},1]", vocabulary)


def test_every_id_of_the_stop_set_may_end_it(vocabulary):
    guide = Guide(compile_grammar(Constraint(FLAT, Separators.COMPACT)), vocabulary)
    guide.accept(vocabulary.tokenize_str('{"a":"x","b":null}'))
    allowed = guide.allowed(vocabulary.vocab_size)
    assert sorted(allowed.nonzero()[0]) == [256, STOP]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "(?=a)b"},
        {"type": "wrong"},
        {"$ref": "#/$defs/nowhere"},
        {"type": "object", "properties": {"a": {"not": {"type": "string"}}}},
    ],
)
def test_a_schema_that_cannot_be_enforced_is_refused_with_its_reason(schema):
    with pytest.raises(GrammarError, match=r"cannot be enforced: .+") as caught:
        compile_grammar(Constraint(schema, Separators.COMPACT))
    assert "\n" not in caught.value.sentence
    assert caught.value.remedy


@pytest.mark.parametrize("schema", library_schemas(), ids=lambda schema: schema.name)
@pytest.mark.parametrize("separators", list(Separators))
def test_every_library_schema_can_be_enforced(schema, separators):
    assert compile_grammar(Constraint(schema.definition, separators))


def test_a_schema_that_refers_to_itself_can_end(vocabulary):
    tree = {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                    "next": {"$ref": "#/$defs/node"},
                },
            }
        },
    }
    answer = {"name": "a", "children": [{"name": "b", "children": []}]}
    text = json.dumps(answer, separators=(",", ":"))
    assert fits(tree, Separators.COMPACT, text, vocabulary)
    assert fits(tree, Separators.COMPACT, '{"name":"a"}', vocabulary)


def test_an_indented_answer_breaks_lines_and_no_more(vocabulary):
    answer = {"a": "x", "b": 1}
    assert fits(FLAT, Separators.INDENTED, json.dumps(answer, indent=2), vocabulary)
    assert not fits(FLAT, Separators.INDENTED, '{"a": "x",\n\n"b": 1}', vocabulary)
    assert not fits(FLAT, Separators.INDENTED, '{"a":  "x", "b": 1}', vocabulary)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
    ],
)
def test_a_schema_that_is_only_itself_is_refused_without_the_state_of_a_library(schema):
    with pytest.raises(GrammarError) as caught:
        compile_grammar(Constraint(schema, Separators.COMPACT))
    assert caught.value.sentence == "This schema cannot be enforced: no answer that ends fits it."


def test_a_reason_is_not_longer_than_a_person_reads():
    schema = {"$ref": "#/$defs/" + "x" * 100_000}
    with pytest.raises(GrammarError) as caught:
        compile_grammar(Constraint(schema, Separators.COMPACT))
    assert len(str(caught.value)) < 500

"""Any cut of a constrained answer closes to JSON that fits the schema."""

import json
import random

import llguidance
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from endstop.assets import bundled_model
from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import Guide, compile_grammar
from endstop.engines.salvage import ending
from endstop.schemas.library import library_schemas
from endstop.schemas.relaxed import bounded, relaxed

STOPS = (258, 256)


@pytest.fixture(scope="module")
def vocabulary():
    text = (bundled_model() / "tokenizer.json").read_text(encoding="utf-8")
    return llguidance.LLTokenizer(text, eos_token=list(STOPS))


def written(guide, vocabulary, rng, tokens):
    """Up to `tokens` random tokens that the grammar allows; strings are kept short."""
    ids = []
    while len(ids) < tokens:
        allowed = guide.allowed(vocabulary.vocab_size).nonzero()[0].tolist()
        if set(allowed) <= set(STOPS):
            break
        quote = vocabulary.tokenize_str('"')[0]
        choices = [i for i in allowed if i not in STOPS]
        chosen = quote if quote in choices and rng.random() < 0.2 else rng.choice(choices)
        guide.accept([chosen])
        ids.append(chosen)
    return ids


def salvaged(schema, vocabulary, seed, tokens) -> tuple[str, str]:
    """What was written before a random cut, and the closed text."""
    guide = Guide(compile_grammar(Constraint(schema, Separators.COMPACT)), vocabulary)
    ids = written(guide, vocabulary, random.Random(seed), tokens)
    closing = ending(guide, STOPS, vocabulary.vocab_size)
    assert closing is not None
    return guide.text(ids), guide.text(ids + closing)


@pytest.mark.parametrize("schema", library_schemas(), ids=lambda schema: schema.name)
def test_a_thousand_random_cuts_all_close_to_what_the_schema_demands(schema, vocabulary):
    """170 cuts of each of the six library schemas."""
    rng = random.Random(schema.name)
    validator = Draft202012Validator(relaxed(schema.definition))
    for seed in range(170):
        before, text = salvaged(schema.definition, vocabulary, seed, rng.randrange(1, 120))
        validator.validate(json.loads(text))
        assert text.startswith(before.rstrip("\ufffd"))


STRANGE = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"},
        "kind": {"type": "string", "enum": ["long one", "other"]},
        "when": {"type": "string", "format": "date"},
        "flag": {"type": "boolean"},
        "least": {"type": "array", "items": {"type": "integer"}, "minItems": 3},
        "inner": {"type": "object", "properties": {"x": {"type": "number"}}},
        "same": {"const": "fixed"},
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    },
}


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10_000), tokens=st.integers(0, 150))
def test_patterns_formats_enumerations_and_minima_close_too(vocabulary, seed, tokens):
    _before, text = salvaged(STRANGE, vocabulary, seed, tokens)
    Draft202012Validator(bounded(STRANGE)).validate(json.loads(text))

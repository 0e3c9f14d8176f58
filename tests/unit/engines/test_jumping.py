"""Jumping over forced tokens saves passes and changes no token, whatever the schema."""

import mlx.core as mx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from endstop.assets import bundled_model
from endstop.engines.engine import Constraint, Decoded, Generation, Separators
from endstop.engines.load import load_engine
from endstop.schemas.library import library_schemas
from tests.support.jumps import Told
from tests.support.quantised import quantise

pytestmark = pytest.mark.mlx

MOST_TOKENS = 80
NAMES = st.sampled_from(["total", "invoice_number", "a", "notes of the clerk"])
LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "string", "enum": ["a longer value", "a longer one", "another"]},
        {"const": "the only thing that can stand here"},
        {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"},
    ]
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            lambda properties: {"type": "object", "properties": properties},
            st.dictionaries(NAMES, inner, min_size=1, max_size=3),
        ),
        st.builds(lambda items: {"type": "array", "items": items, "minItems": 2}, inner),
    ),
    max_leaves=4,
)


@pytest.fixture(scope="module", params=["as shipped", "float32", "4-bit"])
def precise(request, tmp_path_factory):
    """The bundled model in three precisions."""
    folder = bundled_model()
    if request.param == "4-bit":
        folder = quantise(folder, tmp_path_factory.mktemp("models") / "4-bit")
    loaded = load_engine(folder, lambda _step: None, lambda: False)
    if request.param == "float32":
        loaded._host.model.set_dtype(mx.float32)
    yield loaded
    loaded.close()


def answered(engine, generation, jumps):
    """The ids of the answer and its statistics, with jumps or without."""
    measured, engine._cache.cost = engine._cache.cost, Told(jumps)
    *steps, last = engine.generate(generation, lambda: False)
    engine._cache.cost = measured
    ids = [token.id for step in steps if isinstance(step, Decoded) for token in step.tokens]
    return ids, last.statistics


def compare(engine, generation, prefill_passes):
    """The same tokens, and exactly the passes that they need."""
    jumped_ids, jumped = answered(engine, generation, jumps=True)
    plain_ids, plain = answered(engine, generation, jumps=False)
    assert jumped_ids == plain_ids
    sampled = jumped.tokens - jumped.forced_tokens
    assert jumped.forward_passes == prefill_passes(jumped) + sampled
    assert plain.forward_passes <= prefill_passes(plain) + plain.tokens


def test_a_page_in_every_schema_of_the_library(precise, ask):
    for schema in library_schemas():
        constraint = Constraint(schema.definition, Separators.COMPACT)
        generation = ask(constraint=constraint, max_tokens=MOST_TOKENS)
        compare(precise, generation, lambda counted: 2 - (counted.cached_tokens > 0))


@settings(max_examples=20, deadline=None)
@given(schema=SCHEMAS, separators=st.sampled_from(Separators))
def test_any_schema_and_style(engine, schema, separators):
    constraint = Constraint({"type": "object", "properties": {"it": schema}}, separators)
    generation = Generation([], "Fill in the form.", constraint, MOST_TOKENS)
    compare(engine, generation, lambda _counted: 1)

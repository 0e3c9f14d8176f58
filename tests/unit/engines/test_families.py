"""Every family that runs writes the tokens of mlx-vlm's own loop, on the real path."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from endstop.assets import bundled_model
from endstop.documents.source import PageImage
from endstop.engines.engine import Constraint, Decoded, Generation, Separators
from endstop.engines.load import load_engine
from endstop.engines.mlx.families import FAMILIES
from endstop.errors import ModelError
from tests.support.jumps import Told
from tests.support.peer import Peer
from tests.support.tiny_families import FAMILIES as TINY
from tests.support.tiny_families import build_tiny

pytestmark = pytest.mark.mlx

SCHEMA = {
    "type": "object",
    "properties": {
        "vendor": {"type": "string", "maxLength": 12},
        "kind": {"enum": ["invoice", "receipt"]},
        "total": {"type": "integer", "minimum": 0, "maximum": 9999},
    },
    "required": ["vendor", "kind", "total"],
    "additionalProperties": False,
}


def page(number: int, width: int = 196, height: int = 140) -> PageImage:
    """Noise, another for each number."""
    noise = np.random.default_rng(number).integers(0, 255, (height, width, 3), dtype=np.uint8)
    return PageImage(number, width, height, noise.tobytes())


PAGES = [page(1), page(2, 140, 168)]


def question(words: str = "Extract this.", pages: list[PageImage] = PAGES) -> Generation:
    return Generation(pages, words, Constraint(SCHEMA, Separators.COMPACT), 60)


@pytest.fixture(scope="module", params=sorted(FAMILIES))
def tiny(request, tmp_path_factory):
    """An engine that runs a tiny model of the family, and mlx-vlm's own loop on the same one."""
    folder = build_tiny(request.param, tmp_path_factory.mktemp("families") / request.param)
    engine = load_engine(folder, lambda _step: None, lambda: False)
    yield engine, Peer(folder, engine.stop_set)
    engine.close()
    shutil.rmtree(folder)


def answered(engine, generation, *, jumps=True):
    """The tokens of the answer and its statistics."""
    engine._cache.cost = Told(jumps)
    *steps, last = engine.generate(generation, lambda: False)
    tokens = [token for step in steps if isinstance(step, Decoded) for token in step.tokens]
    return tokens, last.statistics


def ids(tokens):
    return [token.id for token in tokens]


@pytest.mark.parametrize(
    ("generation", "jumps"),
    [
        (question(), True),
        (question(), False),
        (question(pages=[]), True),
        (question("Read every line, " * 32), True),
    ],
    ids=["jumping", "one by one", "without a page", "in several passes"],
)
def test_the_tokens_are_those_of_mlx_vlms_own_loop(tiny, generation, jumps):
    engine, peer = tiny
    tokens, statistics = answered(engine, generation, jumps=jumps)
    assert ids(tokens) == list(peer.prepared(generation)())
    assert statistics.forced_tokens > 0


def test_a_second_question_on_the_same_pages_is_answered_as_if_it_were_the_first(tiny):
    engine, _peer = tiny
    second = question("What is the total?")
    engine._cache.prefixes.clear()
    cold, unread = answered(engine, second)
    engine._cache.prefixes.clear()
    answered(engine, question())
    for cached in (0, 1):  # of some families the words come before the pages
        warm, read = answered(engine, second)
        assert ids(warm) == ids(cold)
        assert read.prompt_tokens == unread.prompt_tokens
        assert read.cached_tokens >= cached
    assert unread.cached_tokens == 0


def test_the_pages_are_seen(tiny):
    """Another page of the same size makes another answer, or at least a less likely one."""
    engine, _peer = tiny
    (one, _), (other, _) = (answered(engine, question(pages=[page(n)])) for n in (3, 4))
    assert [token.probability for token in one] != [token.probability for token in other]


def test_every_family_that_runs_is_tested_and_named_in_the_readme():
    assert TINY.keys() == FAMILIES.keys()
    readme = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")
    titles = dict.fromkeys(family.title for family in FAMILIES.values())
    assert ", ".join(titles) in " ".join(readme.split())


@pytest.mark.parametrize("kind", ["llama", "qwen3", "florence2", "martian"])
def test_another_family_is_refused_before_anything_else_is_read(tmp_path, kind):
    """No weights, no tokenizer: config.json is enough."""
    (tmp_path / "config.json").write_text(json.dumps({"model_type": kind}), encoding="utf-8")
    with pytest.raises(ModelError, match=f"models of type {kind} do not run here") as refused:
        load_engine(tmp_path, lambda _step: None, lambda: False)
    for title in ("Qwen2.5-VL", "Gemma 3", "GLM-4.5V"):
        assert title in str(refused.value)


def test_a_config_without_a_type_is_refused(tmp_path):
    config = json.loads((bundled_model() / "config.json").read_text(encoding="utf-8"))
    del config["model_type"]
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ModelError, match="names no model_type"):
        load_engine(tmp_path, lambda _step: None, lambda: False)

"""The recipe's tokenizer is the shipped one and loses nothing."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from recipe.questions import slip_schema
from recipe.tokenizer import TOKEN_IDS, TOKENIZER, VOCABULARY_SIZE, decoded, prompt_ids, token_ids

MODEL = Path(__file__).parents[3] / "models" / "endstop-tiny"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_any_text_survives_a_round_trip(text: str) -> None:
    assert decoded(token_ids(text)) == text


def test_the_shipped_tokenizer_is_the_recipes() -> None:
    shipped = json.loads((MODEL / "tokenizer.json").read_text(encoding="utf-8"))
    assert json.loads(TOKENIZER.to_str()) == shipped


def test_all_ids_fit_the_vocabulary() -> None:
    assert TOKENIZER.get_vocab_size() <= VOCABULARY_SIZE


def test_the_demo_prompt_is_short() -> None:
    assert len(prompt_ids(slip_schema())) < 60


def test_generation_config_keeps_its_deliberate_fault() -> None:
    generation = json.loads((MODEL / "generation_config.json").read_text(encoding="utf-8"))
    assert generation["eos_token_id"] == TOKEN_IDS["<|endoftext|>"]
    tokenizer = json.loads((MODEL / "tokenizer_config.json").read_text(encoding="utf-8"))
    assert tokenizer["eos_token"] == "<|im_end|>"

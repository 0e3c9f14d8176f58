"""A value is as sure as the tokens that wrote it."""

from types import SimpleNamespace

import pytest
from tokenizers import Tokenizer

from endstop.assets import bundled_model
from endstop.engines.engine import Token
from endstop.engines.mlx.detokeniser import Detokeniser
from endstop.extraction.confidence import confidences


def token(text: str, probability: float = 1.0, *, forced: bool = False, withheld: float = 0.0):
    return Token(1, text, False, forced, probability, withheld)


def test_the_probabilities_of_a_values_tokens_are_multiplied():
    tokens = [token('{"a":', forced=True), token('"x', 0.5), token('y"', 0.8), token("}", 0.1)]
    assert confidences(tokens)["/a"].probability == pytest.approx(0.4)


def test_tokens_that_the_grammar_gave_do_not_count():
    tokens = [token('{"a":', forced=True), token("nu", 0.5), token("ll", forced=True), token("}")]
    assert confidences(tokens)["/a"].probability == pytest.approx(0.5)


def test_a_value_of_given_tokens_alone_has_no_probability():
    tokens = [token('{"a":"fixed"}', forced=True)]
    assert confidences(tokens)["/a"].probability is None


def test_a_token_that_spans_two_values_counts_for_both():
    tokens = [token('{"a":'), token("1", 0.9), token(',"b":2', 0.5), token("}")]
    assert confidences(tokens)["/a"].probability == pytest.approx(0.9)
    assert confidences(tokens)["/b"].probability == pytest.approx(0.5)


def test_what_the_mask_took_is_told():
    tokens = [token('{"a":'), token("1", 0.2, withheld=0.7), token("}")]
    assert confidences(tokens)["/a"].withheld == pytest.approx(0.7)


def test_chat_markers_are_no_part_of_a_value():
    tokens = [token('{"a":"x"'), token("}"), Token(258, "<|im_end|>", True, False, 0.9)]
    assert set(confidences(tokens)) == {"/a"}


def test_an_answer_that_is_no_json_has_no_values():
    assert confidences([token("Sure! Here")]) == {}


@pytest.mark.parametrize("value", ["日本", "a日", "日", "🎉", "x🎉y", "é", "naïve"])
def test_each_piece_of_a_character_that_is_cut_into_several_tokens_counts(value):
    tokenizer = Tokenizer.from_file(str(bundled_model() / "tokenizer.json"))
    detokeniser = Detokeniser(SimpleNamespace(backend_tokenizer=tokenizer))
    start, ids = '{"a":"', tokenizer.encode(value).ids
    assert any(len(tokenizer.encode(letter).ids) > 1 for letter in value)  # cut indeed
    for unsure in range(len(ids)):
        tokens = [token(start, forced=True)]
        for place, token_id in enumerate(ids):
            tokens.append(token(detokeniser.text(token_id), 0.01 if place == unsure else 1.0))
        tokens.append(token('"}', forced=True))
        assert confidences(tokens)["/a"].probability == pytest.approx(0.01), unsure


def test_pieces_of_a_character_that_was_never_completed_belong_to_no_value():
    tokens = [token('{"a":"x'), token("", 0.5)]
    assert confidences(tokens)["/a"].probability == 1.0

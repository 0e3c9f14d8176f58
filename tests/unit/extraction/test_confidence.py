"""A value is as sure as the tokens that wrote it."""

import pytest

from endstop.engines.engine import Token
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

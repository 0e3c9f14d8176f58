"""Tokens as lines: nothing is lost, nothing is added but breaks."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from endstop.engines.engine import Token
from endstop.gui.widgets.token_pieces import LONGEST_LINE, PieceKind, PieceMaker, kind_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=25,
)


def token(text: str, probability: float = 0.9, forced: bool = False) -> Token:
    return Token(1, text, False, forced, probability)


def shown(*texts: str) -> str:
    maker = PieceMaker()
    return "".join(piece.text for text in texts for piece in maker.pieces([token(text)]))


@settings(deadline=None)
@given(VALUES, st.integers(1, 9))
def test_only_breaks_are_added_wherever_tokens_end(value, size):
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    assert shown(*pieces).replace("\n", "") == text
    assert shown(*pieces) == shown(text)


@settings(deadline=None)
@given(st.text(alphabet='ab {}[]",\\:', max_size=3000))
def test_no_line_is_endless(text):
    assert all(len(line) <= LONGEST_LINE for line in shown(text).split("\n"))


def test_members_and_rows_begin_lines():
    text = '{"a":1,"b":[{"c":"x,y","d":2},{"c":"z","d":3}],"e":null}'
    assert shown(text).split("\n") == [
        '{"a":1,',
        '"b":[',
        '{"c":"x,y","d":2},',
        '{"c":"z","d":3}],',
        '"e":null}',
    ]


def test_breaks_of_the_model_are_kept_and_not_doubled():
    text = '{\n  "a": 1,\n  "b": 2\n}'
    assert shown(text) == text


def test_a_marker_stands_on_a_line_of_its_own():
    maker = PieceMaker()
    marker = Token(258, "<|im_end|>", True, True, 0.9)
    pieces = list(maker.pieces([token("{}"), marker, token("more")]))
    assert "".join(piece.text for piece in pieces).replace("\xa0", "_") == (
        "{}\n_<|im_end|> 258_\nmore"
    )
    assert pieces[1].kind is PieceKind.SPECIAL


def test_neighbours_of_one_kind_are_one_piece():
    maker = PieceMaker()
    given_tokens = [token("a"), token("b"), token("c", forced=True), token("d", 0.2)]
    assert [(each.text, each.kind) for each in maker.pieces(given_tokens)] == [
        ("ab", PieceKind.PLAIN),
        ("c", PieceKind.FORCED),
        ("d", PieceKind.UNSURE),
    ]


def test_a_forced_token_is_not_called_unsure():
    assert kind_of(token("x", 0.01, forced=True)) is PieceKind.FORCED

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.documents.spelling import LINE_END_HYPHEN, is_first_half, is_mark, legible, whole

ANY_TEXT = st.text(st.characters(codec="utf-8") | st.characters(categories=["Cs", "Cc", "Cn"]))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("oﬃce", "office"),
        ("e\u0301tude", "étude"),
        ("co\u00adop", "coop"),
        (f"exam{LINE_END_HYPHEN}", "exam-"),
        ("a\u200bb\ufeffc\u202ad\u2060e", "abcde"),
        ("ﻣﻮ", "مو"),
        ("שׂ", "שׂ"),
        ("m²½", "m²½"),
        ("１２", "１２"),
        ("\x00\x07", ""),
    ],
)
def test_a_word_is_spelled_as_it_is_typed(found, expected):
    assert legible(found) == unicodedata.normalize("NFC", expected)


@given(ANY_TEXT)
def test_any_text_becomes_composed_text_without_controls(text):
    made = legible(text)
    assert made == unicodedata.normalize("NFC", made)
    assert not any(unicodedata.category(letter) == "Cc" for letter in made)


@given(st.characters(min_codepoint=0x10000))
def test_the_halves_of_a_character_make_it_whole(letter):
    units = letter.encode("utf-16-be")
    first, second = chr(int.from_bytes(units[:2], "big")), chr(int.from_bytes(units[2:], "big"))
    assert is_first_half(first)
    assert not is_first_half(second)
    assert whole(first, second) == letter


@pytest.mark.parametrize(("half", "unit", "made"), [("", "\udc0b", "\ufffd"), ("\ud835", "a", "a")])
def test_a_half_alone_is_no_character(half, unit, made):
    assert whole(half, unit) == made


def test_marks_are_told_from_letters():
    assert is_mark("\u0301")
    assert not is_mark("e")

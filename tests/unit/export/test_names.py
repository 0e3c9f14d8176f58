"""One rule for names, the same on every file system."""

import os
import unicodedata
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.export.names import Naming, clean, key


def first(*sources: str) -> list[str]:
    """The name that each of these documents of one run would like best."""
    paths = [Path(source) for source in sources]
    return [next(Naming(paths).candidates(path)) for path in paths]


def test_a_stem_of_its_own_is_the_name():
    assert first("a/invoice.pdf", "b/photo.png") == ["invoice", "photo"]


def test_two_inputs_of_one_stem_keep_their_endings():
    assert first("invoice.pdf", "invoice.png") == ["invoice.pdf", "invoice.png"]


def test_what_comes_next_is_the_full_name_and_then_numbers():
    source = Path("invoice.pdf")
    names = list(islice(Naming([source]).candidates(source), 4))
    assert names == ["invoice", "invoice.pdf", "invoice.pdf-2", "invoice.pdf-3"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Scan.pdf", "scan.png"),
        (unicodedata.normalize("NFC", "café.pdf"), unicodedata.normalize("NFD", "café.png")),
        ("STRASSE.pdf", "straße.png"),
        ("x.meta.pdf", "x_meta.png"),
        ("a\u202eb.pdf", "a_b.png"),
    ],
)
def test_two_stems_that_become_one_keep_their_endings(one, other):
    assert all(name.endswith((".pdf", ".png")) for name in first(one, other))


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("a\nb?", "a_b_"),
        ("x" * 300, "x" * 200),
        ("é" * 300, "é" * 100),
        ("invoice\u202efdp.exe", "invoice_fdp.exe"),
        ("\u2066a\u200f\ufeff", "_a__"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("CON", "_CON"),
        ("aux.pdf", "_aux.pdf"),
        ("nul .txt", "_nul .txt"),
        ("com1", "_com1"),
        ("LPT\u00b2", "_LPT\u00b2"),
        ("console", "console"),
        ("common", "common"),
        ("a. . ", "a"),
        (" ... ", "document"),
        ("a/b\\c", "a_b_c"),
        ("x.meta", "x_meta"),
        ("x.META", "x_meta"),
        ("x" * 195 + ".meta", "x" * 195 + "_meta"),
        ("x" * 199 + ". y", "x" * 199),
        (os.fsdecode(b"caf\xe9"), "caf%E9"),
        ("\ud800", "_"),
        (unicodedata.normalize("NFD", "café"), unicodedata.normalize("NFC", "café")),
    ],
)
def test_a_name_is_made_fit_for_every_file_system(name, cleaned):
    assert clean(name) == cleaned


@given(st.text(st.characters(codec=None), min_size=1, max_size=300))
def test_whatever_the_input_is_called_the_name_can_be_written_and_read(name):
    cleaned = clean(name)
    assert 0 < len(cleaned.encode()) <= 201
    assert clean(cleaned) == cleaned
    assert not cleaned.endswith((".", " ", ".meta"))
    assert not any(letter in '/\\:*?"<>|\n\0\u202e' for letter in cleaned)


@given(st.text(max_size=20))
def test_composition_and_capitals_do_not_tell_two_names_apart(name):
    assert key(unicodedata.normalize("NFD", name)) == key(unicodedata.normalize("NFC", name))
    assert key(name.lower()) == key(name.lower().casefold())

"""The sentences."""

from dataclasses import replace

import pytest

from endstop.engines.stop import StopReason, StopReport
from endstop.gui.documents.document_entry import DocumentEntry
from endstop.gui.result.field_rows import rows_of_extraction, rows_of_value, summary, value_text
from endstop.gui.result.result_notes import Foot, foot_of
from endstop.gui.result.wording import ended_sentence, statistics_line
from endstop.gui.widgets.text import size_text
from endstop.results.result import FieldState, Problem
from tests.gui.results import SOURCE, STOPPED, extraction
from tests.support.scripted_engine import STOP_SET


@pytest.mark.parametrize(
    ("size", "text"),
    [(999, "999 B"), (6_475_040, "6.5 MB"), (5_900_000_000, "5.9 GB"), (1_000, "1.0 kB")],
)
def test_sizes_read_as_people_write_them(size, text):
    assert size_text(size) == text


def test_the_patch_is_named():
    said = ended_sentence(STOPPED, STOP_SET)
    assert said == (
        "Stopped at <b>&lt;\u2060|\u2060im_end\u2060|\u2060&gt;</b> (258). "
        "generation_config.json does not list it: the patch ended this run."
    )


def test_without_the_patch_the_source_is_named():
    report = StopReport(StopReason.GRAMMAR_END, 256, "<|endoftext|>", "generation_config.json")
    said = ended_sentence(report, STOP_SET)
    assert said.endswith("The grammar left nothing else. generation_config.json lists it.")


@pytest.mark.parametrize("reason", [StopReason.LENGTH, StopReason.REPETITION, StopReason.CANCELLED])
def test_what_is_cut_is_called_incomplete(reason):
    said = ended_sentence(StopReport(reason), STOP_SET)
    assert "The answer is incomplete." in said
    assert ("Extract &gt; Limits…" in said) is (reason is StopReason.LENGTH)
    entry = DocumentEntry(1, SOURCE.path, extraction=extraction(stop=StopReport(reason)))
    assert foot_of(entry, STOP_SET, tokens_shown=False).sentence == said


def test_figures_of_a_run():
    assert statistics_line(extraction().statistics) == (
        "40 tokens · 12 forced · 30 passes · 20.0 tokens/s · first token 1.5 s"
    )


def test_an_unconstrained_result_says_so():
    entry = DocumentEntry(1, SOURCE.path, extraction=extraction(constrained=False))
    assert "Extracted without constraint" in foot_of(entry, None, tokens_shown=False).sentence


def test_problems_of_the_whole_are_listed_up_to_three():
    problems = [Problem("", f"problem {number}") for number in range(5)]
    entry = DocumentEntry(1, SOURCE.path, extraction=extraction({}, *problems))
    sentence = foot_of(entry, None, tokens_shown=False).sentence
    assert sentence == "problem 0. problem 1. problem 2. There are 2 more."


def test_markup_in_token_texts_is_escaped():
    odd = StopReport(StopReason.STOP_TOKEN, 7, "<img src=x>", "<img>")
    assert "<img" not in ended_sentence(odd, None)


def test_fields_carry_their_notes_at_any_depth():
    value = {"a/b": None, "items": [{"amount": "x"}, {"amount": 2}]}
    rows = rows_of_extraction(extraction(value, Problem("/items/0/amount", "no number")))
    assert rows[0].pointer == "/a~1b"
    assert rows[0].state is FieldState.NULL
    assert rows[1].value == "2 rows"
    bad = rows[1].children[0].children[0]
    assert (bad.state, bad.note) == (FieldState.INVALID, "no number")
    assert summary(rows) == "3 fields · 1 absent · 1 to check"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\n b", "a b"),
        ("", '""'),
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        ([], "0 rows"),
        ({"a": "x", "b": None, "c": 2}, "x · 2"),
    ],
)
def test_values_stand_on_one_line(value, text):
    assert value_text(value) == text


@pytest.mark.parametrize("value", [None, 7, "text", [], {}])
def test_a_value_without_fields_has_no_rows(value):
    assert rows_of_value(value) == ()


def test_a_problem_that_is_a_sentence_gets_no_second_full_stop():
    entry = DocumentEntry(1, SOURCE.path, extraction=extraction({}, Problem("", "Page 2 failed.")))
    assert foot_of(entry, None, tokens_shown=False).sentence == "Page 2 failed."


def test_notices_of_pages_are_listed_up_to_three():
    notices = tuple(f"Notice {number}." for number in range(4))
    done = replace(extraction({}), notices=notices)
    foot = foot_of(DocumentEntry(1, SOURCE.path, extraction=done), None, tokens_shown=False)
    assert foot.shown_notices == "Notice 0.\nNotice 1.\nNotice 2.\nand 1 more"
    assert Foot("", "", notices[:3]).shown_notices == "Notice 0.\nNotice 1.\nNotice 2."

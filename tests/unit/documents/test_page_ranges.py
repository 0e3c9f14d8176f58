from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.documents.page_ranges import PageRanges, pages_of
from endstop.errors import DocumentError, UsageError


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("3", (3,)),
        ("1-3,7", (1, 2, 3, 7)),
        ("5-", (5, 6, 7, 8)),
        ("-3", (1, 2, 3)),
        ("7,1-3", (1, 2, 3, 7)),
        ("2-4,3-5,3", (2, 3, 4, 5)),
        (" 1 - 3 , 7 ", (1, 2, 3, 7)),
        ("2–3", (2, 3)),
        ("8-", (8,)),
    ],
)
def test_ranges_select_pages_in_order_and_once(text, pages):
    assert PageRanges.parse(text).select(8) == pages


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            ",",
            "1,",
            ",1",
            "-",
            "a",
            "1-b",
            "1 3",
            "1--3",
            "1-2-3",
            "1;2",
            "1.5",
            "²",
            "٣",
        ),
        *("3-1", "0", "0-3", "-0", "9" * 5000),
    ],
)
def test_what_is_no_range_is_refused_with_an_example(text):
    with pytest.raises(UsageError) as caught:
        PageRanges.parse(text)
    assert "1-3,7" in caught.value.remedy


@pytest.mark.parametrize("text", ["9", "1-9", "9-", "7-999999999"])
def test_a_page_beyond_the_end_is_refused_with_the_page_count(text):
    with pytest.raises(DocumentError, match=r"has 8 pages"):
        PageRanges.parse(text).select(8)


def test_a_single_page_is_not_called_pages():
    with pytest.raises(DocumentError, match=r"There is no page 2: the document has 1 page\."):
        PageRanges.parse("2").select(1)


def test_no_ranges_mean_all_pages():
    assert pages_of(None, 3) == (1, 2, 3)


def test_ranges_select_through_pages_of_too():
    assert pages_of(PageRanges.parse("2-"), 3) == (2, 3)


@st.composite
def ranges(draw):
    first = draw(st.integers(1, 50))
    return first, draw(st.none() | st.integers(first, 60))


@given(st.lists(ranges(), min_size=1, max_size=6))
def test_ranges_survive_being_written_and_read(parts):
    written = PageRanges(tuple(parts))
    assert PageRanges.parse(str(written)) == written


@given(st.lists(ranges(), min_size=1, max_size=6))
def test_every_selected_page_is_in_a_range_and_every_range_is_selected(parts):
    pages = PageRanges(tuple(parts)).select(60)
    wanted = {n for n in range(1, 61) for a, b in parts if a <= n <= (b or 60)}
    assert pages == tuple(sorted(wanted))


@given(st.text(max_size=12))
def test_any_text_is_either_ranges_or_a_usage_error(text):
    with suppress(UsageError):
        assert PageRanges.parse(text).ranges


@given(st.sets(st.integers(1, 60), min_size=1))
def test_page_numbers_become_the_ranges_that_select_them(pages):
    ranges = PageRanges.of(sorted(pages))
    assert ranges.select(60) == tuple(sorted(pages))
    assert PageRanges.parse(str(ranges)) == ranges


def test_neighbouring_pages_share_a_range():
    assert str(PageRanges.of([1, 2, 3, 7, 9, 10])) == "1-3,7,9-10"


def test_a_page_far_beyond_the_end_is_named():
    with pytest.raises(DocumentError, match="There is no page 999999999999: "):
        PageRanges.parse("1-999999999999").select(3)


def test_a_text_that_is_no_range_is_shown_in_part():
    with pytest.raises(UsageError) as caught:
        PageRanges.parse("9" * 5000)
    assert len(str(caught.value)) < 200


def test_ranges_that_overlap_many_times_give_each_page_once():
    ranges = PageRanges.parse(",".join(["1-", "5-9", "-7"] * 10_000))
    assert ranges.select(200_000) == tuple(range(1, 200_001))

"""How the pages of a document are to be read; no window."""

import pytest

from endstop.documents.page_ranges import PageRanges
from endstop.errors import EndstopError
from endstop.extraction.request import Options
from endstop.gui.documents.reading import Reading


def test_turns_add_up_and_only_turned_pages_are_named():
    reading = Reading()
    for number, by in ((3, 270), (1, 90), (1, 90), (2, 180), (2, 180)):
        reading.turn(number, by)
    assert reading.applied(Options()).page_rotations == ((1, 180), (3, 270))


def test_a_suggestion_gives_way_to_the_user():
    reading = Reading()
    assert reading.unsure(1)
    reading.suggested[1] = 90
    assert (reading.unsure(1), reading.suggestion(1)) == (False, 90)
    reading.turn(1, 270)
    reading.turn(1, 90)
    assert reading.suggestion(1) == 0


@pytest.mark.parametrize("text", ["", "  "])
def test_no_text_means_all_pages(text):
    reading = Reading(PageRanges.parse("1"))
    reading.choose(text, 3)
    assert reading.pages is None


@pytest.mark.parametrize("text", ["0", "3-1", "a", "1,,2", "4", "2-4"])
def test_wrong_pages_change_nothing(text):
    reading = Reading()
    reading.choose("2-", 3)
    with pytest.raises(EndstopError):
        reading.choose(text, 3)
    assert str(reading.pages) == "2-"

"""How the pages of a document are to be read; no window."""

import pytest

from endstop.documents.page_ranges import PageRanges
from endstop.errors import EndstopError
from endstop.extraction.request import Options
from endstop.gui.documents.page_choices import PageChoices


def test_rotations_add_up_and_only_rotated_pages_are_named():
    choices = PageChoices()
    for number, by in ((3, 270), (1, 90), (1, 90), (2, 180), (2, 180)):
        choices = choices.rotate(number, by)
    assert choices.applied(Options()).page_rotations == ((1, 180), (3, 270))


def test_a_suggestion_gives_way_to_the_user():
    choices = PageChoices()
    assert choices.unsure(1)
    choices = choices.suggest(1, 90)
    assert (choices.unsure(1), choices.suggestion(1)) == (False, 90)
    assert choices.rotate(1, 270).rotate(1, 90).suggestion(1) == 0


@pytest.mark.parametrize("text", ["", "  "])
def test_no_text_means_all_pages(text):
    assert PageChoices(PageRanges.parse("1")).choose(text, 3).pages is None


@pytest.mark.parametrize("text", ["0", "3-1", "a", "1,,2", "4", "2-4"])
def test_wrong_pages_change_nothing(text):
    choices = PageChoices().choose("2-", 3)
    with pytest.raises(EndstopError):
        choices.choose(text, 3)
    assert str(choices.pages) == "2-"

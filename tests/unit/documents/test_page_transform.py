from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.documents.page_transform import PageTransform
from endstop.documents.word import Box

BOUNDS = (100.0, 50.0, 300.0, 450.0)  # 200 points wide, 400 high


@pytest.mark.parametrize(
    ("turn", "size", "expected"),
    [
        (0, (400, 800), Box(0, 0, 20, 40)),
        (90, (800, 400), Box(760, 0, 800, 20)),
        (180, (400, 800), Box(380, 760, 400, 800)),
        (270, (800, 400), Box(0, 380, 40, 400)),
    ],
)
def test_the_upper_left_corner_goes_where_the_turn_takes_it(turn, size, expected):
    box = PageTransform(BOUNDS, turn, *size).box(100, 430, 110, 450)
    assert astuple(box) == pytest.approx(astuple(expected))


@given(st.floats(100, 300), st.floats(50, 450), st.sampled_from([0, 90, 180, 270]))
def test_a_point_on_the_page_is_on_the_image(x, y, turn):
    box = PageTransform(BOUNDS, turn, 640, 480).box(x, y, x, y)
    assert -1e-9 <= box.left == box.right <= 640 + 1e-9
    assert -1e-9 <= box.top == box.bottom <= 480 + 1e-9


def test_a_box_beside_the_page_is_not_to_be_seen():
    transform = PageTransform(BOUNDS, 0, 400, 800)
    assert transform.visible(Box(-9, 5, -1, 9), 2) is None
    assert transform.visible(Box(5, 801, 9, 810), 2) is None
    assert transform.visible(Box(-5, 5, 5, 9), 2) == Box(0, 3, 7, 11)


def test_two_boxes_are_joined_to_the_smallest_that_holds_both():
    assert Box(1, 5, 3, 6).joined(Box(2, 1, 9, 2)) == Box(1, 1, 9, 6)

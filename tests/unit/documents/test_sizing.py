import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.documents.sizing import PageSizing

SIDES = st.integers(1, 40_000)


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (612, 792, (812, 1064)),  # US Letter
        (595.276, 841.89, (784, 1120)),  # A4
        (841.89, 1190.55, (1036, 1456)),  # A3
        (595.276, 419.528, (980, 700)),  # A5, landscape
        (226.77, 850.39, (644, 2352)),  # a receipt
        (2383.94, 3370.39, (1036, 1456)),  # A0
        (72, 72, (700, 700)),  # a stamp
        (20, 2000, (112, 12376)),  # a strip
    ],
)
def test_a_pdf_page_gets_the_size_that_lift_gives_it(width, height, expected):
    sizing = PageSizing()
    scale = sizing.render_scale(width, height)
    rendered = math.ceil(width * scale), math.ceil(height * scale)
    assert sizing.fitted(*rendered) == expected


@pytest.mark.parametrize(
    ("width", "height", "enlarged", "fitted"),
    [
        (4032, 3024, (4032, 3024), (1428, 1064)),
        (640, 480, (922, 692), (924, 700)),
        (300, 300, (692, 692), (700, 700)),
        (1700, 2200, (1700, 2200), (1092, 1400)),
        (5000, 400, (8650, 692), (4368, 336)),
        (1, 1, (692, 692), (700, 700)),
    ],
)
def test_an_image_gets_the_size_that_lift_gives_it(width, height, enlarged, fitted):
    sizing = PageSizing()
    assert sizing.enlarged(width, height) == enlarged
    assert sizing.fitted(*enlarged) == fitted


@given(SIDES, SIDES)
def test_a_fitted_size_is_on_the_grid_and_within_the_budget(width, height):
    sizing = PageSizing()
    columns, rows = sizing.fitted(width, height)
    assert columns >= sizing.grid
    assert rows >= sizing.grid
    assert columns % sizing.grid == rows % sizing.grid == 0
    assert columns * rows <= sizing.max_pixels


@given(SIDES, SIDES)
def test_a_fitted_size_keeps_the_shape_to_within_a_cell(width, height):
    sizing = PageSizing()
    columns, rows = sizing.fitted(width, height)
    cell = sizing.grid
    if min(columns, rows) > cell:  # else a side is a single cell and cannot shrink
        narrowest, widest = (columns - cell) / (rows + cell), (columns + cell) / (rows - cell)
        assert narrowest <= width / height <= widest


@given(SIDES, SIDES)
def test_fitting_twice_changes_nothing(width, height):
    sizing = PageSizing()
    once = sizing.fitted(width, height)
    if once[0] * once[1] >= sizing.min_pixels:
        assert sizing.fitted(*once) == once

import pytest
from PIL import Image

from endstop.documents.fitting import OVERSAMPLING, enlarged, fitted_page, resized, turned
from endstop.documents.sizing import PageSizing


def test_a_page_has_three_bytes_a_pixel_and_the_size_of_the_rule():
    page = fitted_page(Image.new("RGB", (816, 1056), "white"), 3, PageSizing())
    assert (page.number, page.width, page.height) == (3, 812, 1064)
    assert page.rgb == b"\xff" * (812 * 1064 * 3)


def test_an_image_that_fits_is_left_alone():
    image = Image.effect_noise((700, 700), 99).convert("RGB")
    assert fitted_page(image, 1, PageSizing()).rgb == image.tobytes()


@pytest.mark.parametrize(
    ("size", "expected"), [((300, 600), (692, 1384)), ((692, 700), (692, 700))]
)
def test_a_small_image_is_enlarged_to_the_smallest_side(size, expected):
    assert enlarged(Image.new("RGB", size), PageSizing()).size == expected


def test_a_thin_strip_is_never_enlarged_to_gigabytes():
    sizing = PageSizing()
    width, height = enlarged(Image.new("RGB", (1, 60_000)), sizing).size
    assert width * height <= OVERSAMPLING * sizing.max_pixels
    assert fitted_page(Image.new("RGB", (1, 60_000)), 1, sizing).width == sizing.grid


@pytest.mark.parametrize(
    ("rotation", "corner"), [(0, (0, 0)), (90, (719, 0)), (180, (719, 719)), (270, (0, 719))]
)
def test_an_image_is_turned_clockwise(drawing, rotation, corner):
    assert turned(drawing.resize((720, 720)), rotation).getpixel(corner) == (255, 0, 0)


@pytest.mark.parametrize(
    ("size", "notices"), [((600, 4900), 1), ((4900, 600), 1), ((600, 4700), 0), ((28, 28), 0)]
)
def test_a_long_strip_is_shown_with_a_notice(size, notices):
    page = fitted_page(Image.new("RGB", size, "white"), 4, PageSizing())
    assert len(page.notices) == notices
    assert all("Page 4 is a long strip" in notice for notice in page.notices)


def test_a_page_knows_whether_it_is_blank(drawing):
    assert fitted_page(Image.new("RGB", (800, 800), "white"), 1, PageSizing()).blank
    assert not fitted_page(drawing, 1, PageSizing()).blank


@pytest.mark.parametrize("colour", [None, (255, 0, 0), (0, 0, 1)])
def test_a_page_without_colour_is_resized_to_the_same_pixels_as_any_other(colour):
    image = Image.effect_noise((420, 300), 90).convert("RGB")
    if colour:
        image.paste(colour, (10, 10, 12, 12))
    expected = image.resize((203, 168), Image.Resampling.LANCZOS)
    assert resized(image, (203, 168)).tobytes() == expected.tobytes()

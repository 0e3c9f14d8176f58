import pytest
from PIL import Image

from endstop.documents.fitting import OVERSAMPLING, enlarged, fitted_page
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

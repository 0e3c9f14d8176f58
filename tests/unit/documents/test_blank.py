import pytest
from PIL import Image, ImageDraw, ImageFilter

from endstop.documents.blank import is_blank


@pytest.mark.parametrize("colour", ["white", "black", "ivory", "red"])
def test_a_page_of_one_colour_is_blank(colour):
    assert is_blank(Image.new("RGB", (784, 1120), colour))


def test_the_grain_and_the_edges_of_a_scan_are_not_writing():
    scan = Image.effect_noise((784, 1120), 4).convert("RGB")
    ImageDraw.Draw(scan).line((2, 0, 2, 1120), fill="black", width=4)
    assert is_blank(scan)


def test_a_page_number_is_writing():
    page = Image.new("RGB", (784, 1120), "white")
    ImageDraw.Draw(page).text((390, 1080), "7", fill="black", font_size=12)
    assert not is_blank(page)


@pytest.mark.parametrize("colour", ["#c8c8c8", "#ffd0d0", "yellow"])
def test_faint_writing_is_writing(colour):
    page = Image.new("RGB", (784, 1120), "white")
    ImageDraw.Draw(page).text((100, 300), "Total 42.00", fill=colour, font_size=18)
    assert not is_blank(page.filter(ImageFilter.GaussianBlur(0.5)))


@pytest.mark.parametrize("size", [(1, 1), (2, 3000), (28, 28)])
def test_an_odd_shape_does_no_harm(size):
    assert is_blank(Image.new("RGB", size))

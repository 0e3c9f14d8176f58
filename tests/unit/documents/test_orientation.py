import random

import pytest
from PIL import Image, ImageDraw, ImageFilter

from endstop.documents.fitting import turned
from endstop.documents.orientation import turn_of

SMALL_LETTERS = "eeeetttaaooiinnsshhrddlucmfwypvbgk" + "TASEDB"


def written(letters: str, skew: float = 0.0, lines: int = 36) -> Image.Image:
    """A page of words made of these letters."""
    chance = random.Random(1)
    page = Image.new("RGB", (800, 1100), "white")
    pen = ImageDraw.Draw(page)
    for row in range(lines):
        words = ("".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(11))
        pen.text((60, 50 + 27 * row), " ".join(words)[:66], fill="black", font_size=17)
    return page.rotate(skew, Image.Resampling.BICUBIC, fillcolor="white")


def noisy(page: Image.Image) -> Image.Image:
    soft = page.filter(ImageFilter.GaussianBlur(0.7))
    return Image.blend(soft, Image.effect_noise(page.size, 60).convert("RGB"), 0.2)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("skew", [0.0, -1.0])
def test_a_page_of_words_is_set_upright(rotation, skew):
    page = turned(written(SMALL_LETTERS, skew), rotation)
    assert turn_of(page) == -rotation % 360


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_grainy_scan_is_set_upright(rotation):
    assert turn_of(turned(noisy(written(SMALL_LETTERS)), rotation)) == -rotation % 360


@pytest.mark.parametrize("letters", ["ABCDEFGHIKLMNOPRSTUVW", "0123456789"])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_what_looks_alike_both_ways_up_is_left_as_it_is(letters, rotation):
    assert turn_of(turned(written(letters), rotation)) == 0


@pytest.mark.parametrize("lines", [0, 1, 2])
def test_a_page_with_hardly_any_words_is_left_as_it_is(lines):
    assert turn_of(written(SMALL_LETTERS, lines=lines)) == 0


def test_a_picture_is_left_as_it_is():
    gradient = Image.radial_gradient("L").resize((700, 900)).convert("RGB")
    assert turn_of(gradient) == 0
    assert turn_of(Image.effect_noise((700, 900), 90).convert("RGB")) == 0


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (9, 9)])
def test_an_odd_shape_does_no_harm(size):
    assert turn_of(Image.new("RGB", size)) == 0

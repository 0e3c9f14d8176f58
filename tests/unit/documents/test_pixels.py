import pytest
from PIL import Image, ImageCms

from endstop.documents.pixels import on_white

WHITE = (255, 255, 255)
BLACK = (0, 0, 0)


def colour(image: Image.Image) -> tuple[int, ...]:
    made = on_white(image)
    assert made.mode == "RGB"
    return made.getpixel((0, 0))


@pytest.mark.parametrize(
    ("mode", "pixel"),
    [("RGBA", (10, 20, 30, 0)), ("LA", (40, 0)), ("PA", None), ("RGBa", (0, 0, 0, 0))],
)
def test_what_is_transparent_becomes_white(mode, pixel):
    if mode == "PA":
        image = Image.new("RGBA", (2, 2), (10, 20, 30, 0)).convert("PA")
    else:
        image = Image.new(mode, (2, 2), pixel)
    assert colour(image) == WHITE


@pytest.mark.parametrize(
    ("mode", "pixel", "transparent"),
    [("P", 0, 0), ("P", 0, b"\0" * 256), ("L", 7, 7), ("RGB", (1, 2, 3), (1, 2, 3)), ("1", 0, 0)],
)
def test_a_colour_that_is_declared_transparent_becomes_white(mode, pixel, transparent):
    image = Image.new(mode, (2, 2), pixel)
    image.info["transparency"] = transparent
    assert colour(image) == WHITE


def test_half_transparent_ink_is_half_as_dark():
    assert colour(Image.new("RGBA", (2, 2), (0, 0, 0, 128))) == (127, 127, 127)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "YCbCr", "HSV"])
def test_opaque_black_stays_black(mode):
    assert colour(Image.new("RGB", (2, 2)).convert(mode)) == BLACK


def test_cmyk_without_ink_is_white_and_with_all_is_black():
    assert colour(Image.new("CMYK", (2, 2), (0, 0, 0, 0))) == WHITE
    assert colour(Image.new("CMYK", (2, 2), (0, 0, 0, 255))) == BLACK


@pytest.mark.parametrize(
    ("mode", "samples", "expected"),
    [
        ("I;16", (0, 32896, 65535), (0, 128, 255)),
        ("I;16", (0, 128, 255), (0, 128, 255)),  # narrow samples in wide ones
        ("I;16", (0, 2056, 4095), (0, 128, 255)),
        ("I;16B", (0, 2056, 4095), (0, 128, 255)),
        ("I;16B", (0, 32896, 65535), (0, 128, 255)),
        ("I", (0, 128, 255), (0, 128, 255)),
        ("I", (0, 32896, 65535), (0, 128, 255)),
        ("I", (-5, 1 << 30, (1 << 31) - 1), (0, 63, 127)),
        ("F", (0.0, 0.5, 1.0), (0, 127, 255)),
        ("F", (0.0, 128.0, 255.0), (0, 128, 255)),
        ("F", (0.0, 0.0, 0.0), (0, 0, 0)),
        ("F", (0.0, 5e9, 1e10), (0, 127, 255)),
    ],
)
def test_wide_greys_are_scaled_to_eight_bits(mode, samples, expected):
    image = Image.new("F" if mode == "F" else "I", (3, 1))
    for x, sample in enumerate(samples):
        image.putpixel((x, 0), sample)
    if mode == "I;16B":  # Pillow reads such files but does not write such pixels
        content = b"".join(sample.to_bytes(2, "big") for sample in samples)
        image = Image.frombytes(mode, (3, 1), content)
    made = on_white(image.convert(mode))
    found = [made.getpixel((x, 0))[0] for x in range(3)]
    assert all(abs(a - b) <= 1 for a, b in zip(found, expected, strict=True))


def test_a_grey_of_sixteen_bits_that_is_declared_transparent_becomes_white():
    image = Image.new("I;16", (3, 1), 20_000)
    image.putpixel((1, 0), 65_535)
    image.putpixel((2, 0), 0)
    image.info["transparency"] = 20_000
    made = on_white(image)
    assert [made.getpixel((x, 0)) for x in range(3)] == [WHITE, WHITE, BLACK]


@pytest.mark.parametrize("sample", [float("nan"), float("inf")])
def test_floats_that_are_no_numbers_do_no_harm(sample):
    image = Image.new("F", (2, 1), 0.5)
    image.putpixel((1, 0), sample)
    assert on_white(image).getpixel((0, 0)) == (127, 127, 127)


def test_a_colour_in_lab_is_that_colour():
    profiles = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    red = Image.new("RGB", (2, 2), (200, 30, 40))
    made = colour(ImageCms.profileToProfile(red, *profiles, outputMode="LAB"))
    assert all(abs(a - b) <= 3 for a, b in zip(made, (200, 30, 40), strict=True))

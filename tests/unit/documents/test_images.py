import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageOps, ImageStat
from pillow_heif import HeifFile, from_pillow

from endstop.documents.images import ImagePages
from endstop.documents.recognise import recognise
from endstop.documents.sizing import PageSizing
from endstop.errors import DocumentError

ORIENTATION = 0x0112
# How a picture is laid down so that a reader who heeds the orientation sees it upright.
LAID_DOWN = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
PLENTY = 10**8


def opened(path, pixels=PLENTY) -> ImagePages:
    source = recognise(path)
    stream = path.open("rb")
    try:
        return ImagePages(stream, source.name, source.format, pixels)
    except DocumentError:
        stream.close()
        raise


@pytest.fixture
def rendered(as_image):
    """The frames of an image file as Pillow images."""

    def render(path):
        pages = opened(path)
        try:
            return [
                as_image(pages.render(number, PageSizing()))
                for number in range(1, pages.page_count + 1)
            ]
        finally:
            pages.close()

    return render


ENDS = {"II": "little", "MM": "big"}


def grey_tiff(order: str, bits: int, white_is_zero: bool, content: bytes) -> bytes:
    """An uncompressed TIFF of one strip, 32 pixels wide and 20 high."""
    end = "<" if order == "II" else ">"
    tags = {
        256: 32,
        257: 20,
        258: bits,
        259: 1,
        262: 0 if white_is_zero else 1,
        273: 8 + 2 + 9 * 12 + 4,
        277: 1,
        278: 20,
        279: len(content),
    }
    entries = b"".join(
        struct.pack(end + "HHI", tag, 4, 1) + struct.pack(end + "I", value)
        for tag, value in tags.items()
    )
    head = order.encode() + struct.pack(end + "HI", 42, 8) + struct.pack(end + "H", len(tags))
    return head + entries + bytes(4) + content


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_photo_comes_out_upright(tmp_path, drawing, rendered, kind, orientation):
    turn = LAID_DOWN[orientation]
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    laid = drawing if turn is None else drawing.transpose(turn)
    laid.save(tmp_path / "photo", format=kind, exif=exif, quality=95)
    drawing.save(tmp_path / "upright.png")
    (page,), (upright,) = rendered(tmp_path / "photo"), rendered(tmp_path / "upright.png")
    assert page.size == upright.size
    assert difference(page, upright) < 1


def frames() -> list[Image.Image]:
    return [Image.new("RGB", (40, 40), colour) for colour in ("red", "lime", "blue")]


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("TIFF", {}),
        ("TIFF", {"compression": "tiff_lzw"}),
        ("GIF", {"duration": 100}),
        ("GIF", {"duration": 100, "disposal": 2}),
        ("WEBP", {"lossless": True}),
        ("PNG", {}),
    ],
)
def test_every_frame_is_a_page(tmp_path, rendered, kind, options):
    first, *others = frames()
    path = tmp_path / "frames"
    first.save(path, format=kind, save_all=True, append_images=others, **options)
    colours = [page.getpixel((350, 350)) for page in rendered(path)]
    assert colours == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


@pytest.mark.parametrize("kind", ["TIFF", "GIF", "WEBP", "PNG"])
def test_frames_may_be_asked_for_in_any_order(tmp_path, as_image, kind):
    first, *others = frames()
    path = tmp_path / "frames"
    lossless = {"lossless": True} if kind == "WEBP" else {}
    first.save(path, format=kind, save_all=True, append_images=others, **lossless)
    pages = opened(path)
    seen = [as_image(pages.render(n, PageSizing())).getpixel((9, 9)) for n in (3, 1, 2, 2, 1)]
    pages.close()
    red, lime, blue = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert seen == [blue, red, lime, lime, red]


def test_pages_of_a_tiff_may_differ_in_size(tmp_path, rendered):
    path = tmp_path / "scan.tif"
    Image.new("L", (800, 1000)).save(
        path, save_all=True, append_images=[Image.new("1", (1000, 800))]
    )
    assert [page.size for page in rendered(path)] == [(812, 1008), (1008, 812)]


def test_every_picture_of_a_burst_is_a_page(tmp_path, rendered):
    path = tmp_path / "burst.heic"
    burst = HeifFile()
    for frame in frames():
        burst.add_from_pillow(frame.resize((80, 80)))
    burst.save(path, quality=100, chroma=444)
    colours = [page.getpixel((350, 350)) for page in rendered(path)]
    assert len(colours) == 3
    for colour, expected in zip(colours, ((255, 0, 0), (0, 255, 0), (0, 0, 255)), strict=True):
        assert max(abs(a - b) for a, b in zip(colour, expected, strict=True)) < 12


@pytest.fixture
def photo() -> Image.Image:
    """A picture with soft tones and sharp edges, which no lossy format keeps to the bit."""
    picture = Image.merge("RGB", [Image.radial_gradient("L").resize((360, 450))] * 3)
    pen = ImageDraw.Draw(picture)
    for row in range(8):
        pen.text((30, 30 + 50 * row), "Total 42.00", fill="black", font_size=24)
    pen.rectangle((0, 0, 45, 20), fill="red")
    return picture


def write_photo(photo: Image.Image, path: Path, kind: str, orientation: int = 1) -> None:
    turn = LAID_DOWN[orientation]
    laid = photo if turn is None else photo.transpose(turn)
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    if kind == "HEIF":
        from_pillow(laid).save(path, quality=95, exif=exif.tobytes())
    else:
        laid.save(path, format=kind, exif=exif, quality=95)


@pytest.mark.parametrize(
    ("kind", "orientation"),
    [
        *(("JPEG", orientation) for orientation in LAID_DOWN),
        *(("HEIF", orientation) for orientation in LAID_DOWN),
        *(("AVIF", orientation) for orientation in LAID_DOWN),
        ("PNG", 1),
        ("TIFF", 1),
        ("WEBP", 1),
        ("JPEG2000", 1),
    ],
)
def test_a_photo_is_the_same_in_every_format(tmp_path, rendered, photo, kind, orientation):
    write_photo(photo, tmp_path / "photo", kind, orientation)
    write_photo(photo, tmp_path / "upright", "PNG")
    (page,), (upright,) = rendered(tmp_path / "photo"), rendered(tmp_path / "upright")
    assert page.size == upright.size
    assert difference(page, upright) < 2


def test_the_preview_inside_a_photo_is_no_page(tmp_path, rendered):
    path = tmp_path / "photo.jpg"
    first, *others = frames()
    first.save(path, format="MPO", save_all=True, append_images=others)
    assert len(rendered(path)) == 1


def test_a_bitmap_is_read(tmp_path, drawing, rendered):
    drawing.save(tmp_path / "a.bmp")
    assert rendered(tmp_path / "a.bmp")[0].getpixel((10, 10)) == (255, 0, 0)


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP", "TIFF"])
def test_black_text_on_nothing_is_black_on_white(tmp_path, rendered, kind):
    image = Image.new("RGBA", (800, 800), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, 400, 800))
    image.save(tmp_path / "logo", format=kind)
    (page,) = rendered(tmp_path / "logo")
    assert page.getpixel((100, 400)) == (0, 0, 0)
    assert page.getpixel((700, 400)) == (255, 255, 255)


def test_a_grey_of_sixteen_bits_is_not_washed_out(tmp_path, rendered):
    wide = Image.new("I;16", (800, 800), 32_896)
    wide.save(tmp_path / "a.png")
    wide.save(tmp_path / "a.tif")
    assert rendered(tmp_path / "a.png")[0].getpixel((5, 5)) == (128, 128, 128)
    assert rendered(tmp_path / "a.tif")[0].getpixel((5, 5)) == (128, 128, 128)


def test_a_jpeg_for_print_is_neither_inverted_nor_tinted(tmp_path, rendered):
    Image.new("CMYK", (800, 800), (0, 0, 0, 0)).save(tmp_path / "a.jpg", quality=95)
    assert min(rendered(tmp_path / "a.jpg")[0].getpixel((5, 5))) > 250


def test_inks_that_are_not_said_to_be_inverted_are_not_inverted(tmp_path, rendered):
    adobe, plain = tmp_path / "adobe.jpg", tmp_path / "plain.jpg"
    Image.new("CMYK", (800, 800), (0, 255, 255, 255)).save(adobe, quality=95)
    content = adobe.read_bytes()
    marker = content.index(b"\xff\xee\x00\x0eAdobe")
    plain.write_bytes(content[:marker] + content[marker + 16 :])
    (as_adobe,), (as_plain,) = rendered(adobe), rendered(plain)
    assert max(as_adobe.getpixel((5, 5))) < 20
    # Without the marker the samples, which Pillow inverted for it, are those of cyan.
    assert as_plain.getpixel((5, 5))[0] < 20 < 240 < as_plain.getpixel((5, 5))[1]


@pytest.mark.parametrize(
    ("order", "white_is_zero", "expected"),
    [("II", False, 64), ("II", True, 191), ("MM", False, 64)],
)
def test_a_tiff_says_whether_its_zero_is_white(tmp_path, rendered, order, white_is_zero, expected):
    path = tmp_path / "scan.tif"
    path.write_bytes(grey_tiff(order, 16, white_is_zero, (16_448).to_bytes(2, ENDS[order]) * 640))
    assert abs(rendered(path)[0].getpixel((5, 5))[0] - expected) <= 1


def test_a_tiff_of_twelve_bits_is_not_dark(tmp_path, rendered):
    path = tmp_path / "scan.tif"
    path.write_bytes(grey_tiff("II", 12, False, bytes((0x80, 0x08, 0x00)) * 320))
    assert rendered(path)[0].getpixel((5, 5))[0] in range(60, 132)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_a_cut_off_image_is_an_error_with_a_sentence(tmp_path, kind, rendered):
    path = tmp_path / "cut.dat"
    Image.effect_noise((300, 300), 99).convert("RGB").save(path, format=kind)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(DocumentError, match=r"cut\.dat is damaged or incomplete") as caught:
        rendered(path)
    assert caught.value.remedy


def test_an_image_over_the_budget_is_refused_before_it_is_decoded(tmp_path):
    path = tmp_path / "wide.png"
    Image.new("1", (2000, 1000)).save(path)
    with pytest.raises(DocumentError, match=r"wide\.png has more than 1 million pixels\."):
        opened(path, pixels=1_999_999)
    opened(path, pixels=2_000_000).close()


def test_a_later_frame_over_the_budget_is_refused_too(tmp_path):
    path = tmp_path / "scan.tif"
    Image.new("1", (10, 10)).save(path, save_all=True, append_images=[Image.new("1", (2000, 1000))])
    pages = opened(path, pixels=1_000_000)
    pages.render(1, PageSizing())
    with pytest.raises(DocumentError, match="more than 1 million pixels"):
        pages.render(2, PageSizing())
    pages.close()


def test_a_decompression_bomb_is_refused(tmp_path):
    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + name
            + content
            + struct.pack(">I", zlib.crc32(name + content))
        )

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    path = tmp_path / "bomb.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b""))
    with pytest.raises(DocumentError, match=r"bomb\.png has more than 100 million pixels\."):
        opened(path)


def test_the_picture_is_the_one_that_lift_would_see(tmp_path, drawing, rendered):
    small = drawing.resize((360, 450))
    small.save(tmp_path / "a.png")
    by_hand = ImageOps.scale(small, 692 / 360, Image.Resampling.LANCZOS)
    by_hand = by_hand.resize(PageSizing().fitted(692, 865), Image.Resampling.LANCZOS)
    assert rendered(tmp_path / "a.png")[0].tobytes() == by_hand.tobytes()

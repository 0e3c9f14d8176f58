"""The text layer: which words there are, and that each box holds the ink of its word."""

import itertools
from pathlib import Path

import pytest
import reportlab
from PIL import Image
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from endstop.documents.pdf import PdfPages
from endstop.documents.sizing import PageSizing
from endstop.documents.word import Word

SIZING = PageSizing()
VERA = Path(reportlab.__file__).with_name("fonts") / "Vera.ttf"
# Word, font, size in points, position in points.
SAMPLES = (
    ("Total", "Helvetica", 12, (70, 300)),
    ("fjord", "Times-Italic", 20, (150, 400)),
    ("1,042.50", "Courier-Bold", 9, (200, 120)),
    ("gypsy", "Times-Roman", 40, (90, 200)),
    ("Ängstlich", "Vera", 16, (250, 360)),
    ("I", "Helvetica", 8, (330, 60)),
)
CROPS = (None, (40, 30, 400, 470))
VIEWS = (
    (SIZING, 0),
    (PageSizing(dpi=200, max_pixels=4_000_000), 90),
    (PageSizing(max_pixels=300_000), 180),
    (SIZING, 270),
)


def opened(path: Path) -> PdfPages:
    return PdfPages(path.open("rb"), path.name, None)


def texts(words: tuple[Word, ...]) -> list[str]:
    return [word.text for word in words]


def dark_box(image: Image.Image) -> tuple[int, int, int, int]:
    return image.convert("L").point(lambda grey: 255 * (grey < 128)).getbbox()


@pytest.fixture(scope="module")
def sample_pdf(tmp_path_factory):
    """Writes a PDF with one page for each sample, turned and cropped."""
    pdfmetrics.registerFont(TTFont("Vera", VERA))

    def make(turn: int, crop) -> Path:
        path = tmp_path_factory.mktemp("pdf") / "samples.pdf"
        sheet = Canvas(str(path), pagesize=(440, 500))
        for text, font, size, position in SAMPLES:
            sheet.setPageRotation(turn)
            if crop is not None:
                sheet.setCropBox(crop)
            sheet.setFont(font, size)
            sheet.drawString(*position, text)
            sheet.showPage()
        sheet.save()
        return path

    return make


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", CROPS)
def test_a_box_holds_the_ink_of_its_word_and_little_more(sample_pdf, as_image, turn, crop):
    pages = opened(sample_pdf(turn, crop))
    for sizing, rotation in VIEWS:
        for number, sample in enumerate(SAMPLES, 1):
            image = as_image(pages.render(number, sizing, rotation)).convert("L")
            (word,) = pages.words(number, sizing, rotation)
            assert word.text == sample[0]
            box = word.box
            dark = image.point(lambda grey: 255 * (grey < 128))
            inside = dark.crop(
                (int(box.left), int(box.top), int(box.right) + 1, int(box.bottom) + 1)
            )
            ink = dark.histogram()[255]
            assert ink > 0
            assert inside.histogram()[255] >= 0.99 * ink
            left, top, right, bottom = dark.getbbox()
            assert max(left - box.left, top - box.top) < 5
            assert max(box.right - right, box.bottom - bottom) < 5
    pages.close()


def test_words_come_in_reading_order_with_their_text(tmp_path):
    sheet = Canvas(str(tmp_path / "a.pdf"), pagesize=(400, 400))
    sheet.drawString(50, 300, "Invoice No. 4711")
    sheet.drawString(50, 280, "Total:  1 042,50 €")
    sheet.save()
    pages = opened(tmp_path / "a.pdf")
    words = pages.words(1, SIZING)
    pages.close()
    assert texts(words) == ["Invoice", "No.", "4711", "Total:", "1", "042,50", "€"]
    assert not any(word.joined for word in words)
    assert words[0].box.bottom < words[3].box.top + 2


def test_words_outside_the_crop_box_are_left_out(tmp_path):
    sheet = Canvas(str(tmp_path / "a.pdf"), pagesize=(400, 400))
    sheet.setCropBox((100, 100, 300, 300))
    sheet.drawString(150, 200, "inside")
    sheet.drawString(10, 350, "outside")
    sheet.save()
    pages = opened(tmp_path / "a.pdf")
    assert texts(pages.words(1, SIZING)) == ["inside"]
    pages.close()


def test_a_word_at_the_edge_has_a_box_on_the_image(tmp_path):
    sheet = Canvas(str(tmp_path / "a.pdf"), pagesize=(400, 400))
    sheet.drawString(380, 398, "edge")
    sheet.save()
    pages = opened(tmp_path / "a.pdf")
    page = pages.render(1, SIZING)
    (word,) = pages.words(1, SIZING)
    pages.close()
    assert 0 <= word.box.left < word.box.right <= page.width
    assert 0 <= word.box.top < word.box.bottom <= page.height


def test_a_page_without_text_has_no_words(make_pdf, raw_pdf):
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>",
    )
    pages = opened(path)
    assert pages.words(1, SIZING) == ()
    pages.close()


@pytest.fixture
def mapped_pdf(raw_pdf):
    """A PDF whose letters A, B, C... stand for the given texts; lines of letters are drawn."""

    def make(meanings: list[str], *lines: str) -> Path:
        mapping = "".join(
            f"<{65 + index:02x}> <{meaning.encode('utf-16-be', 'surrogatepass').hex()}>\n"
            for index, meaning in enumerate(meanings)
        )
        cmap = (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
            "1 begincodespacerange <00> <ff> endcodespacerange "
            f"{len(meanings)} beginbfchar\n{mapping}endbfchar endcmap end end"
        ).encode()
        drawn = "".join(
            f"1 0 0 1 50 {250 - 20 * row} Tm ({line}) Tj " for row, line in enumerate(lines)
        )
        content = f"BT /F 16 Tf {drawn}ET".encode()
        return raw_pdf(
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R"
            b"/Resources<</Font<</F 5 0 R>>>>>>",
            b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
            b"<</Type/Font/Subtype/Type1/BaseFont/Courier/ToUnicode 6 0 R>>",
            b"<</Length %d>>stream\n%s\nendstream" % (len(cmap), cmap),
        )

    return make


@pytest.mark.parametrize(
    ("meanings", "lines", "expected"),
    [
        (["ﬁ", "n", "ﬃ"], ["ABCB"], [("finffin", False)]),
        (["e", "\u0301"], ["ABA"], [("ée", False)]),
        (["a", "\u00ad", "b"], ["ABC"], [("ab", False)]),
        (
            ["合", "计", "金", "额"],
            ["ABCD"],
            [("合", False), ("计", True), ("金", True), ("额", True)],
        ),
        (["計", "1", "2"], ["ABC"], [("計", False), ("12", True)]),
        (["カ", "\u3099", "ナ"], ["ABC"], [("ガ", False), ("ナ", True)]),
        (["ก", "ิ", "น"], ["ABC"], [("กิ", False), ("น", True)]),
        (["𠀋", "𠮟"], ["AB"], [("𠀋", False), ("𠮟", True)]),
        (["\ud835", "a", "\udc0b"], ["ABC"], [("a\ufffd", False)]),
        (["م", "و", "ي"], ["CBA"], [("موي", False)]),
        (["ש", "ל", "ם"], ["CBA"], [("שלם", False)]),
        (["ﻡ", "ﻮ"], ["BA"], [("مو", False)]),
        (["x", "-", "y"], ["ACB", "CA"], [("xy-", False), ("yx", True)]),
        (["x", "\u00ad", "y"], ["ACB", "CA"], [("xy-", False), ("yx", True)]),
        (["²", "½"], ["AB"], [("²½", False)]),
    ],
)
def test_a_value_can_be_found_in_every_script(mapped_pdf, meanings, lines, expected):
    pages = opened(mapped_pdf(meanings, *lines))
    words = pages.words(1, SIZING)
    pages.close()
    assert [(word.text, word.joined) for word in words] == expected


def test_each_ideograph_has_a_box_of_its_own(mapped_pdf):
    pages = opened(mapped_pdf(["合", "计", "金"], "ABC"))
    words = pages.words(1, SIZING)
    pages.close()
    lefts = [word.box.left for word in words]
    assert lefts == sorted(set(lefts))
    assert all(word.box.right < after.box.right for word, after in itertools.pairwise(words))


def written_at(path: Path, *angles: int, turn: int = 0) -> Path:
    """A PDF with a block of words for each angle, against the clock as PDF counts."""
    sheet = Canvas(str(path), pagesize=(600, 600))
    sheet.setPageRotation(turn)
    for angle in angles:
        sheet.saveState()
        sheet.translate(300, 300)
        sheet.rotate(angle)
        for row in range(5):
            sheet.drawString(20, 20 + 20 * row, "some words of a page")
        sheet.restoreState()
    sheet.save()
    return path


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_the_text_says_how_to_turn_the_page_upright(tmp_path, turn, angle):
    pages = opened(written_at(tmp_path / "a.pdf", angle, turn=turn))
    rotation = pages.suggested_rotation(1, SIZING)
    pages.close()
    assert rotation == (angle - turn) % 360


def test_a_page_with_writing_in_two_directions_is_left_as_it_is(tmp_path):
    pages = opened(written_at(tmp_path / "a.pdf", 0, 90))
    assert pages.suggested_rotation(1, SIZING) == 0
    pages.close()


def test_a_scan_inside_a_pdf_is_looked_at(tmp_path, page_of_words):
    page_of_words.transpose(Image.Transpose.ROTATE_90).save(tmp_path / "scan.pdf")
    pages = opened(tmp_path / "scan.pdf")
    assert pages.words(1, SIZING) == ()
    assert pages.suggested_rotation(1, SIZING) == 90
    pages.close()

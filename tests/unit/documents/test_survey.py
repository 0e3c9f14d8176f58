"""What a page will be like is known without rasterising it."""

import psutil
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from endstop.documents.budget import Budget
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import ROTATIONS, PageSizing
from endstop.documents.survey import Content
from endstop.errors import CancelledError
from tests.support.sheets import damaged_pdf, written_pdf

SIZING = PageSizing()
POINTS = [(595, 842), (842, 595), (200, 200), (3, 9000), (9000, 3), (2384, 3370), (612.3, 791.7)]


def surveyed(renderer, path):
    """The sizes that were told and those that came out, page after page, turned each way."""
    document = renderer.open(recognise(path))
    for rotation in ROTATIONS:
        turned = [(number, rotation) for number in range(1, document.page_count + 1)]
        told = renderer.sizes(document, turned, SIZING)
        for (number, _), size in zip(turned, told, strict=True):
            page = renderer.render(document, number, SIZING, rotation=rotation)
            yield size, (page.width, page.height)


def test_the_pages_of_a_pdf_become_as_large_as_was_told(renderer, tmp_path):
    path = tmp_path / "a.pdf"
    sheet = Canvas(str(path))
    for size in POINTS:
        sheet.setPageSize(size)
        sheet.setPageRotation(90 if size[0] == 612.3 else 0)
        sheet.showPage()
    sheet.save()
    pairs = list(surveyed(renderer, path))
    assert len(pairs) == len(POINTS) * len(ROTATIONS)
    assert all(told == made for told, made in pairs)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["jpeg", "tiff", "png", "webp"])
def test_an_image_becomes_as_large_as_was_told(renderer, tmp_path, form, orientation):
    path = tmp_path / f"a.{form}"
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.new("RGB", (300, 1700), "red").save(path, exif=exif)
    assert all(told == made for told, made in surveyed(renderer, path))


@pytest.mark.parametrize("form", ["tiff", "gif"])
def test_the_frames_of_an_image_become_as_large_as_was_told(renderer, tmp_path, form):
    path = tmp_path / f"a.{form}"
    frames = [Image.new("P", (30 + 700 * n, 90)) for n in range(3 if form == "tiff" else 1)]
    frames[0].save(path, save_all=True, append_images=frames[1:])
    assert all(told == made for told, made in surveyed(renderer, path))


def contents(renderer, path):
    document = renderer.open(recognise(path))
    return list(renderer.contents(document, range(1, document.page_count + 1), SIZING))


def test_an_empty_page_and_one_with_text_are_told_apart_and_a_scan_is_not_judged(
    renderer, tmp_path
):
    path = tmp_path / "a.pdf"
    sheet = Canvas(str(path))
    sheet.showPage()
    sheet.drawString(50, 50, "text")
    sheet.showPage()
    sheet.drawInlineImage(Image.new("RGB", (50, 50), "white"), 0, 0)
    sheet.showPage()
    sheet.beginForm("form")
    sheet.drawString(50, 50, "text in a form")
    sheet.endForm()
    sheet.doForm("form")
    sheet.showPage()
    sheet.linkURL("http://example.invalid", (0, 0, 50, 50))
    sheet.showPage()
    sheet.save()
    assert contents(renderer, path) == [
        Content.NOTHING,
        Content.TEXT,
        Content.UNKNOWN,
        Content.TEXT,
        Content.UNKNOWN,
    ]


def test_of_a_frame_nothing_is_known(renderer, tmp_path):
    Image.new("RGB", (50, 50)).save(tmp_path / "a.png")
    assert contents(renderer, tmp_path / "a.png") == [Content.UNKNOWN]


def test_a_damaged_page_has_no_size_and_the_others_have(renderer, tmp_path):
    path = damaged_pdf(tmp_path / "a.pdf", 3, 2)
    document = renderer.open(recognise(path))
    first, second, third = renderer.sizes(document, [(1, 0), (2, 0), (3, 0)], SIZING)
    assert first == third != second
    assert second is None
    assert contents(renderer, path)[1] is Content.UNKNOWN


def test_a_survey_that_hangs_tells_nothing_and_the_next_request_is_answered(tmp_path):
    path = written_pdf(tmp_path / "a.pdf", *["text"] * 3)
    with Renderer(Budget(survey_s=0.0)) as renderer:
        document = renderer.open(recognise(path))
        process = psutil.Process(renderer.pid)
        process.suspend()  # it hangs, and is ended
        assert list(renderer.sizes(document, [(1, 0), (2, 0), (3, 0)], SIZING)) == [None] * 3
        assert not process.is_running()
        assert renderer.render(document, 1, SIZING).width == 700


def test_a_survey_can_be_cancelled(renderer, tmp_path):
    document = renderer.open(recognise(written_pdf(tmp_path / "a.pdf", "text")))
    with pytest.raises(CancelledError):
        list(renderer.sizes(document, [(1, 0)], SIZING, lambda: True))

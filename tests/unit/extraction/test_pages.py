"""Pages that fail, are blank or lie sideways do not end a run; they are named."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

from endstop.documents.budget import Budget
from endstop.documents.page_ranges import PageRanges
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.errors import DocumentError, PageError
from endstop.extraction.events import Completed, Failed, Prepared, Rendered
from endstop.extraction.extract import extract
from endstop.extraction.request import Options, Request
from endstop.schemas.schema import ExtractionSchema
from tests.support.scripted_engine import ScriptedEngine

NAME = ExtractionSchema(
    "name", "Name", {"type": "object", "properties": {"name": {"type": "string"}}}
)
ANSWER = '{"name":"Ada"}'
LINES = ("The quick brown fox jumps", "over the lazy dog, and pays", "the bill by the due date") * 6


@pytest.fixture(scope="module")
def renderer():
    with Renderer() as pages:
        yield pages


def run(renderer, path: Path, **options):
    """The events of a run, and the pages that the model saw."""
    engine = ScriptedEngine([ANSWER])
    request = Request(recognise(path), NAME, Options(**options))
    events = list(extract(request, engine, renderer, lambda: False))
    return events, [page for generation in engine.generations for page in generation.pages]


def pdf(path: Path, *pages: str) -> Path:
    """A PDF with a page for each kind: "text", "blank", "sideways" or "head down"."""
    sheet = Canvas(str(path), pagesize=(400, 400))
    turns = {"text": 0, "sideways": 90, "head down": 180}
    for page in pages:
        if page != "blank":
            sheet.translate(200, 200)
            sheet.rotate(turns[page])
            for row, line in enumerate(LINES):
                sheet.drawString(-150, 150 - 16 * row, line)
        sheet.showPage()
    sheet.save()
    return path


def with_a_broken_page(path: Path, number: int) -> Path:
    """The PDF at `path` with page `number` (1-based) being no page at all."""
    content = path.read_bytes()
    kids = re.findall(rb"([0-9]+) 0 R", re.search(rb"/Kids \[(.*?)\]", content)[1])
    start = content.index(b"\n%b 0 obj\n" % kids[number - 1]) + len(kids[number - 1]) + 8
    end = content.index(b"endobj", start)
    path.write_bytes(content[:start] + b"null".ljust(end - start) + content[end:])
    return path


def frames(path: Path, *colours: str) -> Path:
    """A TIFF with a page of writing for each colour, and an empty page for each "blank"."""
    pages = []
    for colour in colours:
        page = Image.new("RGB", (300, 300), "white")
        if colour != "blank":
            ImageDraw.Draw(page).text((20, 20), "Total 42.00", fill=colour, font_size=40)
        pages.append(page)
    pages[0].save(path, save_all=True, append_images=pages[1:])
    return path


def test_a_page_that_fails_is_named_and_the_others_are_read(renderer, tmp_path):
    path = with_a_broken_page(pdf(tmp_path / "a.pdf", "text", "text", "text"), 2)
    events, seen = run(renderer, path)
    assert [page.number for page in seen] == [1, 3]
    extraction = events[-1].extraction
    assert extraction.pages == (1, 3)
    assert not extraction.complete
    assert [problem.pointer for problem in extraction.problems] == [""]
    assert "Page 2 of a.pdf is damaged" in extraction.problems[0].message
    assert extraction.fields[0].value == "Ada"
    assert [event.done for event in events if isinstance(event, Rendered)] == [0, 1, 2, 3]


def test_a_page_that_fails_and_is_not_asked_for_is_no_problem(renderer, tmp_path):
    path = with_a_broken_page(pdf(tmp_path / "a.pdf", "text", "text"), 2)
    events, _seen = run(renderer, path, pages=PageRanges.parse("1"))
    assert events[-1].extraction.complete


def test_a_document_of_which_no_page_can_be_shown_fails_with_the_reason(renderer, tmp_path):
    path = with_a_broken_page(pdf(tmp_path / "a.pdf", "text"), 1)
    events, _seen = run(renderer, path)
    assert isinstance(events[-1], Failed)
    assert isinstance(events[-1].error, PageError)
    assert events[-1].error.number == 1


def test_a_page_over_its_budget_is_a_problem_and_the_next_is_read(tmp_path):
    path = tmp_path / "a.tiff"
    with Image.open(frames(tmp_path / "small.tiff", "black")) as small:
        Image.new("1", (900, 900)).save(path, save_all=True, append_images=[small])
    with Renderer(Budget(pixels=200_000)) as renderer:
        events, seen = run(renderer, path)
    assert [page.number for page in seen] == [2]
    assert "pixels" in events[-1].extraction.problems[0].message


def test_blank_pages_are_left_out_and_that_is_said(renderer, tmp_path):
    path = pdf(tmp_path / "a.pdf", "text", "blank", "blank", "text", "blank")
    events, seen = run(renderer, path)
    assert [page.number for page in seen] == [1, 4]
    extraction = events[-1].extraction
    assert extraction.complete
    assert extraction.notices == ("Pages 2-3,5 are blank and were left out.",)
    prepared = next(event for event in events if isinstance(event, Prepared))
    assert prepared == Prepared((1, 4), extraction.notices)


def test_blank_frames_of_a_scan_are_left_out(renderer, tmp_path):
    events, seen = run(renderer, frames(tmp_path / "a.tiff", "black", "blank"))
    assert [page.number for page in seen] == [1]
    assert events[-1].extraction.notices == ("Page 2 is blank and was left out.",)


def test_a_blank_page_that_was_asked_for_by_number_is_read(renderer, tmp_path):
    path = pdf(tmp_path / "a.pdf", "text", "blank")
    events, seen = run(renderer, path, pages=PageRanges.parse("1-2"))
    assert [page.number for page in seen] == [1, 2]
    assert events[-1].extraction.notices == ()


def test_a_blank_document_is_said_to_be_blank(renderer, tmp_path):
    events, seen = run(renderer, pdf(tmp_path / "a.pdf", "blank", "blank"))
    assert seen == []
    assert isinstance(events[-1].error, DocumentError)
    assert "a.pdf is blank" in events[-1].error.sentence


def test_a_page_that_lies_sideways_is_noticed_and_can_be_turned(renderer, tmp_path):
    path = pdf(tmp_path / "a.pdf", "text", "sideways", "sideways", "head down")
    events, _seen = run(renderer, path)
    assert events[-1].extraction.notices == (
        "Pages 2-3 seem to lie on their side or head: turn them by 90 degrees.",
        "Page 4 seems to lie on its side or head: turn it by 180 degrees.",
    )
    turned, seen = run(renderer, path, page_rotations=((2, 90), (3, 90), (4, 180)))
    assert turned[-1].extraction.notices == ()
    upright = seen[0].rgb
    for page in seen[1:]:
        unlike = sum(abs(a - b) for a, b in zip(page.rgb, upright, strict=True)) / len(upright)
        assert unlike < 12


def test_one_rotation_turns_every_page(renderer, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_of_size(300, 500))
    _events, seen = run(renderer, path, rotation=90)
    assert [page.width > page.height for page in seen] == [True, True]


def pdf_of_size(width: float, height: float) -> bytes:
    out = io.BytesIO()
    sheet = Canvas(out, pagesize=(width, height))
    for _ in range(2):
        sheet.drawString(50, 50, "text")
        sheet.showPage()
    sheet.save()
    return out.getvalue()


def test_what_a_document_does_not_show_is_said(renderer, tmp_path):
    path = pdf(tmp_path / "a.pdf", "text")
    content = path.read_bytes().replace(
        b"/Type /Catalog", b"/AcroForm<</XFA(x)/Fields[]>>/Type/Catalog"
    )
    path.write_bytes(content)
    events, _seen = run(renderer, path)
    assert isinstance(events[-1], Completed)
    assert "XFA" in events[-1].extraction.notices[0]

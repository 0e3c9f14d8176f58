"""A document that is too long, or takes too long, ends in words and soon."""

import json
import time

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from endstop.documents.page_ranges import PageRanges
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.engines.room import Room
from endstop.engines.stop import StopReason
from endstop.errors import CancelledError, ModelError
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.events import Cancelled, Completed, Failed
from endstop.extraction.extract import extract
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Options, Request
from endstop.schemas.library import library_schemas
from endstop.schemas.schema import ExtractionSchema
from tests.support.scripted_engine import MODEL, ScriptedEngine

NAME = ExtractionSchema(
    "name", "Name", {"type": "object", "properties": {"name": {"type": "string"}}}
)
ANSWER = '{"name":"Ada"}'
SIZING = profile_for(MODEL).sizing
# Room for five pages.
FIVE = Room(lambda _width, _height: 100, 0, 0, 500, 1, 10**12)


class Watched(Renderer):
    """A real renderer that counts the pages it rasterises, and hangs at one of them if told so."""

    def __init__(self, hangs_at: int | None = None) -> None:
        super().__init__()
        self.rendered: list[int] = []
        self.hangs_at = hangs_at

    def render(self, document, number, sizing, cancelled=lambda: False, rotation=0):
        self.rendered.append(number)
        while number == self.hangs_at:
            if cancelled():
                raise CancelledError
            time.sleep(0.01)
        return super().render(document, number, sizing, cancelled, rotation)


@pytest.fixture
def renderer():
    with Watched() as watched:
        yield watched


def pdf(path, *kinds: str):
    """A PDF with a page for each kind: "text", "blank", "white" (a scan of nothing) or "scan"."""
    sheet = Canvas(str(path), pagesize=(300, 300))
    for kind in kinds:
        if kind == "text":
            sheet.drawString(50, 150, "Name: Ada")
        elif kind != "blank":
            scan = Image.new("L", (60, 60), "white")
            if kind == "scan":
                scan.paste(0, (20, 20, 40, 40))
            sheet.drawInlineImage(scan, 0, 0, 300, 300)
        sheet.showPage()
    sheet.save()
    return recognise(path)


def run(source, renderer, room=FIVE, cancelled=lambda: False, **options):
    engine = ScriptedEngine([ANSWER], room=room)
    *_events, last = extract(Request(source, NAME, Options(**options)), engine, renderer, cancelled)
    return last, engine


def test_too_many_pages_with_text_are_refused_before_one_is_rendered(renderer, tmp_path):
    last, engine = run(pdf(tmp_path / "a.pdf", *["text"] * 12), renderer)
    assert isinstance(last, Failed)
    assert isinstance(last.error, ModelError)
    assert "12 pages" in last.error.sentence
    assert "choose pages 1-5, then 6-10" in last.error.remedy
    assert renderer.rendered == []
    assert engine.generations == []


def test_the_range_that_was_named_can_be_extracted(renderer, tmp_path):
    source = pdf(tmp_path / "a.pdf", *["text"] * 12)
    last, _engine = run(source, renderer, pages=PageRanges.parse("6-10"))
    assert isinstance(last, Completed)
    assert last.extraction.pages == (6, 7, 8, 9, 10)


def test_empty_pages_take_no_room_and_are_not_rendered(renderer, tmp_path):
    kinds = ["text", *["blank"] * 1000, "text"]
    last, _engine = run(pdf(tmp_path / "a.pdf", *kinds), renderer)
    assert last.extraction.pages == (1, 1002)
    assert last.extraction.notices == ("Pages 2-1001 are blank and were left out.",)
    assert renderer.rendered == [1, 1002]


def test_empty_pages_that_were_named_take_room(renderer, tmp_path):
    source = pdf(tmp_path / "a.pdf", *["blank"] * 12)
    last, _engine = run(source, renderer, pages=PageRanges.parse("1-"))
    assert "12 pages" in last.error.sentence
    assert renderer.rendered == []


def test_scans_that_turn_out_to_be_blank_take_no_room(renderer, tmp_path):
    kinds = ["scan", *["white"] * 9, "scan"]
    last, _engine = run(pdf(tmp_path / "a.pdf", *kinds), renderer)
    assert last.extraction.pages == (1, 11)


def test_too_many_scans_are_refused_with_the_first_that_does_not_fit(renderer, tmp_path):
    last, engine = run(pdf(tmp_path / "a.pdf", "white", *["scan"] * 12), renderer)
    assert "12 pages" in last.error.sentence
    assert "choose pages 2-6, then 7-11" in last.error.remedy
    assert renderer.rendered == [1, 2, 3, 4, 5, 6, 7]
    assert engine.generations == []


def test_a_long_document_does_not_wait_for_pages_that_are_prepared(tmp_path):
    request = Request(pdf(tmp_path / "a.pdf", *["text"] * 12), NAME)
    with Watched(hangs_at=3) as renderer:
        ahead = PagesAhead(renderer)
        ahead.prepare(request, SIZING)
        *_events, last = extract(request, ScriptedEngine([], room=FIVE), ahead, lambda: False)
        ahead.close()
    assert isinstance(last, Failed)
    assert isinstance(last.error, ModelError)


def test_the_time_limit_holds_while_pages_are_rendered(tmp_path):
    source = pdf(tmp_path / "a.pdf", *["text"] * 50)
    with Watched(hangs_at=3) as renderer:
        renderer.open(source)  # the process is started then
        last, engine = run(source, renderer, None, max_seconds=3.0)
    assert last.extraction.stop.reason is StopReason.LENGTH
    assert not last.extraction.complete
    assert last.extraction.pages == (1, 2)
    assert "2 of 50 pages were ready" in last.extraction.problems[0].message
    assert engine.generations[0].max_seconds == 3.0


def test_the_time_limit_holds_while_a_page_hangs(tmp_path):
    sheet = Canvas(str(tmp_path / "a.pdf"))
    sheet.setFillAlpha(0.01)
    for _ in range(30_000):
        sheet.rect(0, 0, 595, 842, stroke=0, fill=1)
    sheet.showPage()
    sheet.save()
    with Watched() as renderer:
        started = time.monotonic()
        last, _ = run(recognise(tmp_path / "a.pdf"), renderer, None, max_seconds=2)
    assert last.extraction.stop.reason is StopReason.LENGTH
    assert "0 of 1 page was ready" in last.extraction.problems[0].message
    assert time.monotonic() - started < 30  # the page's own limit is 60


def test_waiting_for_prepared_pages_counts(tmp_path):
    request = Request(pdf(tmp_path / "a.pdf", *["text"] * 4), NAME, Options(max_seconds=1))
    with Watched(hangs_at=2) as renderer:
        ahead = PagesAhead(renderer)
        ahead.prepare(request, SIZING)
        *_events, last = extract(request, ScriptedEngine([ANSWER]), ahead, lambda: False)
        ahead.close()
    assert last.extraction.stop.reason is StopReason.LENGTH


def test_what_was_made_ready_before_takes_no_time(tmp_path):
    request = Request(pdf(tmp_path / "a.pdf", *["text"] * 4), NAME, Options(max_seconds=60))
    with Watched() as renderer:
        ahead = PagesAhead(renderer)
        ahead.prepare(request, SIZING)
        while renderer.rendered != [1, 2, 3, 4]:
            time.sleep(0.01)
        renderer.hangs_at = 1  # whoever renders it again is cut
        *_events, last = extract(request, ScriptedEngine([ANSWER]), ahead, lambda: False)
        ahead.close()
    assert last.extraction.complete


def test_stopping_is_no_limit_of_time(renderer, tmp_path):
    source = pdf(tmp_path / "a.pdf", "text")
    last, _engine = run(source, renderer, None, lambda: True, max_seconds=1e-9)
    assert last == Cancelled(None)


@pytest.mark.mlx
def test_a_document_cut_while_it_is_read_gives_a_value_with_nothing_in_it(
    engine, renderer, samples
):
    request = Request(recognise(samples[0][0]), library_schemas()[0], Options(max_seconds=1e-9))
    *_events, last = extract(request, engine, renderer, lambda: False)
    extraction = last.extraction
    assert extraction.stop.reason is StopReason.LENGTH
    assert extraction.statistics.prompt_tokens == 0
    assert not any(extraction.value.values())
    assert list(extraction.value) == list(request.schema.definition["properties"])
    json.dumps(extraction.value)

"""Pages that were prepared are there at once, and the same as others."""

import threading

import pytest
from PIL import Image

from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.errors import CancelledError, DocumentError
from endstop.extraction import ahead
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.pages import gather
from endstop.extraction.request import Request
from endstop.schemas.library import library_schemas

SIZING = PageSizing()


class Counting:
    """A real renderer that counts, and can be held up."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self.rendered: list[tuple[str, int]] = []
        self.go_on = threading.Event()
        self.go_on.set()

    def open(self, source, password, cancelled):
        return self._renderer.open(source, password, cancelled)

    def render(self, document, number, sizing, cancelled, rotation=0):
        self.go_on.wait(10)
        self.rendered.append((document.source.name, number))
        return self._renderer.render(document, number, sizing, cancelled, rotation)

    def suggested_rotation(self, document, number, sizing, cancelled):
        return self._renderer.suggested_rotation(document, number, sizing, cancelled)


@pytest.fixture
def pages():
    with Renderer() as renderer:
        yield Counting(renderer)


def request_for(folder, name: str, count: int = 3) -> Request:
    path = folder / name
    frames = [Image.new("RGB", (80, 60), (200, number * 40, 0)) for number in range(count)]
    for frame in frames:
        frame.paste((0, 0, 0), (20, 20, 60, 40))  # else it is blank, and left out
    frames[0].save(path, save_all=True, append_images=frames[1:])
    return Request(recognise(path), library_schemas()[0])


def gathered(request, source, cancelled=lambda: False):
    steps = gather(request, SIZING, source, cancelled)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value.images


def test_prepared_pages_are_rasterised_once_and_are_the_same(tmp_path, pages):
    request = request_for(tmp_path, "a.tiff")
    ready = PagesAhead(pages)
    ready.prepare(request, SIZING)
    images = gathered(request, ready)
    assert pages.rendered == [("a.tiff", 1), ("a.tiff", 2), ("a.tiff", 3)]
    assert images == gathered(request, pages)
    ready.close()


def test_another_document_does_not_wait_for_the_prepared_one(tmp_path, pages):
    first, second = request_for(tmp_path, "a.tiff"), request_for(tmp_path, "b.tiff")
    ready = PagesAhead(pages)
    ready.prepare(first, SIZING)
    assert len(gathered(second, ready)) == 3
    assert [name for name, _number in pages.rendered].count("b.tiff") == 3
    ready.close()


def test_waiting_for_prepared_pages_can_be_cancelled(tmp_path, pages):
    request = request_for(tmp_path, "a.tiff")
    pages.go_on.clear()
    ready = PagesAhead(pages)
    ready.prepare(request, SIZING)
    with pytest.raises(CancelledError):
        gathered(request, ready, lambda: True)
    pages.go_on.set()
    ready.close()


def test_a_document_that_cannot_be_opened_says_so_when_its_turn_has_come(tmp_path, pages):
    request = request_for(tmp_path, "a.tiff")
    request.source.path.unlink()
    ready = PagesAhead(pages)
    ready.prepare(request, SIZING)
    with pytest.raises(DocumentError):
        gathered(request, ready)
    ready.close()


def test_no_more_pages_are_kept_ready_than_there_is_room_for(tmp_path, pages, monkeypatch):
    monkeypatch.setattr(ahead, "MOST", 1)
    request = request_for(tmp_path, "a.tiff")
    ready = PagesAhead(pages)
    ready.prepare(request, SIZING)
    assert len(gathered(request, ready)) == 3
    assert pages.rendered.count(("a.tiff", 1)) == 1
    ready.close()

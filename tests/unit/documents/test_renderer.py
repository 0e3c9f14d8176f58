import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from endstop.documents.budget import Budget
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.documents.source import PageImage
from endstop.errors import CancelledError, DocumentError, PasswordNeededError

HANG_S = 30
SIZING = PageSizing()


class Looks:
    """A `cancelled` that does something, once, when the request is surely under way."""

    def __init__(self, action, answer: bool = False) -> None:
        self._action = action
        self._answer = answer
        self._count = 0

    def __call__(self) -> bool:
        self._count += 1
        if self._count == 6:
            self._action()
        return self._answer and self._count >= 6


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_no_process_is_started_before_it_is_needed(renderer):
    assert renderer.pid is None


def test_a_document_is_opened_and_its_pages_rendered(renderer, make_pdf):
    document = renderer.open(recognise(make_pdf(pages=3)))
    assert document.page_count == 3
    page = renderer.render(document, 2, SIZING)
    assert (page.number, page.width, page.height) == (2, 784, 1120)
    assert len(page.rgb) == 784 * 1120 * 3


def test_all_pages_come_from_one_process(renderer, make_pdf):
    document = renderer.open(recognise(make_pdf(pages=3)))
    pid = renderer.pid
    assert [renderer.render(document, n, SIZING).number for n in (1, 2, 3)] == [1, 2, 3]
    assert renderer.pid == pid


def test_an_error_of_a_file_is_raised_and_costs_no_process(renderer, make_pdf, tmp_path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7")
    with pytest.raises(DocumentError, match=r"bad\.pdf is damaged"):
        renderer.open(recognise(tmp_path / "bad.pdf"))
    pid = renderer.pid
    with pytest.raises(PasswordNeededError):
        renderer.open(recognise(make_pdf(password="sesame")))
    assert renderer.pid == pid


def test_a_locked_document_renders_with_the_password_it_was_opened_with(renderer, make_pdf):
    document = renderer.open(recognise(make_pdf(password="sesame")), "sesame")
    assert renderer.render(document, 1, SIZING).number == 1


def test_a_page_that_takes_too_long_is_an_error_and_the_next_page_works(heavy_pdf):
    with Renderer(Budget(page_s=4)) as renderer:
        document = renderer.open(recognise(heavy_pdf))
        pid = renderer.pid
        with pytest.raises(DocumentError) as caught:
            renderer.render(document, 1, SIZING)
        assert caught.value.sentence == "Page 1 of heavy.pdf took longer than 4 s."
        assert caught.value.remedy
        assert gone(pid)
        assert renderer.render(document, 2, SIZING).number == 2


def test_a_document_that_takes_too_long_to_open_is_an_error(make_pdf):
    with Renderer(Budget(open_s=3)) as renderer:
        source = recognise(make_pdf())
        renderer.open(source)
        os.kill(renderer.pid, signal.SIGSTOP)
        with pytest.raises(DocumentError, match=r"Opening letter\.pdf took longer than 3 s\."):
            renderer.open(source)
        assert renderer.open(source).page_count == 1


def test_a_child_killed_amid_a_page_is_an_error_of_that_page_only(renderer, heavy_pdf):
    document = renderer.open(recognise(heavy_pdf))
    kill = Looks(lambda: os.kill(renderer.pid, signal.SIGKILL))
    with pytest.raises(DocumentError, match=r"Page 1 of heavy\.pdf made the renderer crash\."):
        renderer.render(document, 1, SIZING, kill)
    assert renderer.render(document, 2, SIZING).number == 2


def test_a_child_that_crashes_on_opening_is_an_error_of_that_file(renderer, make_pdf):
    source = recognise(make_pdf())
    renderer.open(source)
    os.kill(renderer.pid, signal.SIGSTOP)
    with pytest.raises(DocumentError, match=r"letter\.pdf made the renderer crash\."):
        renderer.open(source, None, Looks(lambda: os.kill(renderer.pid, signal.SIGKILL)))


def test_a_child_killed_between_pages_is_nobodys_fault(renderer, make_pdf):
    document = renderer.open(recognise(make_pdf(pages=2)))
    pid = renderer.pid
    os.kill(pid, signal.SIGKILL)
    while any(process.pid == pid for process in multiprocessing.active_children()):
        time.sleep(0.01)
    assert renderer.render(document, 2, SIZING).number == 2
    assert renderer.pid != pid


def test_stop_ends_a_page_that_is_under_way(renderer, heavy_pdf):
    document = renderer.open(recognise(heavy_pdf))
    pid = renderer.pid
    with pytest.raises(CancelledError):
        renderer.render(document, 1, SIZING, Looks(lambda: None, answer=True))
    assert gone(pid)
    assert renderer.render(document, 2, SIZING).number == 2


def test_stop_before_the_start_starts_nothing(renderer, make_pdf):
    with pytest.raises(CancelledError):
        renderer.open(recognise(make_pdf()), None, lambda: True)
    assert renderer.pid is None


def test_closing_ends_a_page_that_is_under_way_in_another_thread(heavy_pdf):
    renderer = Renderer()
    document = renderer.open(recognise(heavy_pdf))
    pid = renderer.pid
    under_way = threading.Event()
    with ThreadPoolExecutor() as pool:
        page = pool.submit(renderer.render, document, 1, SIZING, Looks(under_way.set))
        assert under_way.wait(HANG_S)
        renderer.close()
        assert gone(pid)
        with pytest.raises(DocumentError, match="The renderer was closed"):
            page.result(HANG_S)


def test_whoever_waits_for_the_renderer_can_stop_waiting(renderer, heavy_pdf):
    document = renderer.open(recognise(heavy_pdf))
    under_way, stop = threading.Event(), threading.Event()
    with ThreadPoolExecutor() as pool:
        page = pool.submit(
            renderer.render, document, 1, SIZING, lambda: under_way.set() or stop.is_set()
        )
        assert under_way.wait(HANG_S)
        with pytest.raises(CancelledError):
            renderer.render(document, 2, SIZING, Looks(lambda: None, answer=True))
        stop.set()
        with pytest.raises(CancelledError):
            page.result(HANG_S)


def test_closing_leaves_no_process_and_may_be_repeated(make_pdf):
    renderer = Renderer()
    source = recognise(make_pdf())
    renderer.open(source)
    pid = renderer.pid
    renderer.close()
    renderer.close()
    assert gone(pid)
    assert renderer.pid is None
    with pytest.raises(DocumentError, match="The renderer was closed"):
        renderer.open(source)


def test_many_threads_get_the_pages_they_asked_for(renderer, make_pdf):
    portrait = renderer.open(recognise(make_pdf("portrait.pdf", pages=4)))
    landscape = renderer.open(recognise(make_pdf("landscape.pdf", pages=4, size=(842, 595))))
    wanted = [(document, n) for n in range(1, 5) for document in (portrait, landscape)]

    def render(job) -> PageImage:
        return renderer.render(*job, SIZING)

    with ThreadPoolExecutor(8) as pool:
        pages = list(pool.map(render, wanted))
    assert [page.number for page in pages] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [page.width < page.height for page in pages] == [True, False] * 4


def test_the_child_outlives_the_thread_that_started_it(renderer, make_pdf):
    source = recognise(make_pdf())
    with ThreadPoolExecutor() as pool:
        document = pool.submit(renderer.open, source).result(HANG_S)
    pid = renderer.pid
    assert renderer.render(document, 1, SIZING).number == 1
    assert renderer.pid == pid


def test_an_image_over_the_budget_is_refused(tmp_path, drawing):
    drawing.resize((2000, 2500)).save(tmp_path / "a.png")
    with (
        Renderer(Budget(pixels=4_000_000)) as renderer,
        pytest.raises(DocumentError, match="more than 4 million pixels"),
    ):
        renderer.open(recognise(tmp_path / "a.png"))


def test_a_renderer_that_cannot_start_says_why(make_pdf, monkeypatch):
    def fail(_memory):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("endstop.documents.supervisor.Child", fail)
    with Renderer() as renderer, pytest.raises(DocumentError, match="Too many open files"):
        renderer.open(recognise(make_pdf()))

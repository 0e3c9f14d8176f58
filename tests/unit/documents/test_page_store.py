import os
from pathlib import Path

from endstop.documents.page_store import PageKey, PageStore
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, Format, PageImage, SourceFile

SIZING = PageSizing()
DOCUMENT = Document(SourceFile(Path("a.pdf"), Format.PDF, 1), 9)


def key(number: int) -> PageKey:
    return PageKey(DOCUMENT, 1, number, SIZING, 0)


def page(number: int, size: int = 10) -> PageImage:
    return PageImage(number, 1, 1, bytes(size))


def test_what_was_put_is_got():
    store = PageStore()
    assert store.get(key(1)) is None
    store.put(key(1), page(1))
    assert store.get(key(1)) == page(1)


def test_the_pages_used_last_are_kept_within_the_capacity():
    store = PageStore(capacity=30)
    for number in (1, 2, 3):
        store.put(key(number), page(number))
    store.get(key(1))
    store.put(key(4), page(4))
    assert [number for number in (1, 2, 3, 4) if store.get(key(number))] == [1, 3, 4]


def test_a_page_put_twice_counts_once():
    store = PageStore(capacity=30)
    for _ in range(5):
        store.put(key(1), page(1))
    store.put(key(2), page(2, 20))
    assert store.get(key(1)) is not None


def test_a_page_over_the_capacity_is_not_kept():
    store = PageStore(capacity=30)
    store.put(key(1), page(1, 31))
    assert store.get(key(1)) is None


def test_a_page_is_rendered_once_for_all_renderers_that_share_a_store(make_pdf):
    store = PageStore()
    with Renderer(store=store) as preview, Renderer(store=store) as model:
        document = preview.open(recognise(make_pdf(pages=2)))
        shown = preview.render(document, 1, SIZING)
        assert model.render(document, 1, SIZING) is shown
        assert model.pid is None
        assert model.render(document, 1, SIZING, rotation=90) is not shown
        assert model.render(document, 2, SIZING).number == 2


def test_a_file_that_was_written_anew_is_rendered_anew(make_pdf, renderer):
    path = make_pdf()
    with Renderer(store=PageStore()) as keeping:
        document = keeping.open(recognise(path))
        before = keeping.render(document, 1, SIZING)
        os.utime(path, ns=(0, 12345))
        assert keeping.render(document, 1, SIZING) is not before
        assert renderer.render(document, 1, SIZING) == before

import os
from pathlib import Path

import pytest
from PIL import Image

from endstop.documents.raster import Rasteriser
from endstop.documents.recognise import recognise
from endstop.documents.requests import OpenRequest, PageRequest
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, Format, PageImage, SourceFile
from endstop.errors import DocumentError, PasswordNeededError

PLENTY = 10**8


@pytest.fixture
def rasteriser():
    made = Rasteriser()
    yield made
    made.close()


def open_request(path: Path, password: str | None = None) -> OpenRequest:
    return OpenRequest(recognise(path), password, PLENTY)


def render_request(document: Document, number: int = 1) -> PageRequest:
    return PageRequest(document, number, PageSizing(), PLENTY)


def test_a_pdf_and_an_image_are_opened_and_rendered(rasteriser, make_pdf, tmp_path):
    picture = tmp_path / "a.png"
    Image.new("RGB", (9, 9)).save(picture)
    for path, pages in ((make_pdf(pages=2), 2), (picture, 1)):
        document = rasteriser.answer(open_request(path))
        assert document == Document(recognise(path), pages, None)
        page = rasteriser.answer(render_request(document, pages))
        assert isinstance(page, PageImage)
        assert page.number == pages


def test_an_error_is_an_answer(rasteriser, tmp_path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7")
    answer = rasteriser.answer(open_request(tmp_path / "bad.pdf"))
    assert isinstance(answer, DocumentError)


def test_a_password_travels_with_the_document(rasteriser, make_pdf):
    secret = make_pdf("secret.pdf", password="sesame")
    assert isinstance(rasteriser.answer(open_request(secret)), PasswordNeededError)
    document = rasteriser.answer(open_request(secret, "sesame"))
    rasteriser.answer(open_request(make_pdf("other.pdf")))
    assert isinstance(rasteriser.answer(render_request(document)), PageImage)


def test_an_unlocked_document_does_not_stay_open_to_a_wrong_password(rasteriser, make_pdf):
    secret = make_pdf("secret.pdf", password="sesame")
    assert isinstance(rasteriser.answer(open_request(secret, "sesame")), Document)
    assert isinstance(rasteriser.answer(open_request(secret, "wrong")), PasswordNeededError)


def test_only_the_last_document_stays_open(rasteriser, make_pdf):
    fds = Path("/proc/self/fd")
    if not fds.is_dir():
        pytest.skip("counts open files through /proc")
    before = len(list(fds.iterdir()))
    for number in range(5):
        rasteriser.answer(open_request(make_pdf(f"{number}.pdf")))
        assert len(list(fds.iterdir())) == before + 1
    rasteriser.answer(open_request(make_pdf("locked.pdf", password="x")))
    assert len(list(fds.iterdir())) == before


def test_a_file_that_was_written_anew_is_read_anew(rasteriser, make_pdf):
    path = make_pdf(pages=1)
    document = rasteriser.answer(open_request(path))
    make_pdf(pages=5)
    os.utime(path, ns=(0, 12345))
    assert isinstance(rasteriser.answer(render_request(document, 5)), PageImage)


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_wrong_page_number_is_answered_with_the_page_count(rasteriser, make_pdf, number):
    document = rasteriser.answer(open_request(make_pdf(pages=2)))
    answer = rasteriser.answer(render_request(document, number))
    assert isinstance(answer, DocumentError)
    assert answer.sentence == f"There is no page {number} in letter.pdf: it has 2 pages."


def test_a_file_that_vanished_is_answered_with_the_reason(rasteriser, make_pdf):
    document = rasteriser.answer(open_request(make_pdf()))
    document.source.path.unlink()
    answer = rasteriser.answer(render_request(document))
    assert isinstance(answer, DocumentError)
    assert "No such file" in answer.sentence


def test_a_pdf_without_pages_is_not_taken_for_the_file_before_it(rasteriser, raw_pdf, make_pdf):
    rasteriser.answer(open_request(make_pdf(password="secret")))
    path = raw_pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>")
    answer = rasteriser.answer(open_request(path))
    assert isinstance(answer, DocumentError)
    assert answer.sentence == "raw.pdf has no pages that can be read."


def test_a_fault_of_a_library_is_an_answer_too(rasteriser, make_pdf, monkeypatch, caplog):
    def explode(*args):
        raise RecursionError

    monkeypatch.setattr("endstop.documents.raster.PdfPages", explode)
    answer = rasteriser.answer(open_request(make_pdf()))
    assert isinstance(answer, DocumentError)
    assert answer.sentence == "letter.pdf cannot be read."
    assert [record.getMessage() for record in caplog.records] == [
        "a document was not readable: RecursionError"
    ]


def test_a_lack_of_memory_ends_the_process(rasteriser, make_pdf, monkeypatch):
    def explode(*args):
        raise MemoryError

    monkeypatch.setattr("endstop.documents.raster.PdfPages", explode)
    with pytest.raises(MemoryError):
        rasteriser.answer(open_request(make_pdf()))


def test_a_file_of_another_kind_than_it_was_is_an_error(rasteriser, make_pdf):
    source = SourceFile(make_pdf(), Format.TIFF, 1)
    assert isinstance(rasteriser.answer(OpenRequest(source, None, PLENTY)), DocumentError)

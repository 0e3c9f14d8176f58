"""What a hostile or giant document costs: a page at most, never the app."""

import pickle
import subprocess
import sys

import pytest
from PIL import Image

from endstop.documents.budget import Budget
from endstop.documents.memory_guard import OUT_OF_MEMORY, resident_bytes
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.errors import DocumentError, PageError

SIZING = PageSizing()
HANG_S = 60


@pytest.fixture
def endless_form_pdf(raw_pdf):
    """Two pages and a form whose fields PDFium visits two to the power of thirty times."""
    depth = 30
    fields = [
        b"<</Kids[%d 0 R %d 0 R]/Parent %d 0 R>>" % (number + 1, number + 1, number - 1)
        for number in range(7, 7 + depth)
    ]
    fields[0] = b"<</Kids[8 0 R 8 0 R]>>"
    content = b"0 0 100 100 re f"
    return raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R>>",
        b"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 5 0 R>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Fields[7 0 R]/NeedAppearances true>>",
        *fields,
        b"<</Type/Annot/Subtype/Widget/FT/Tx/T(leaf)/Rect[0 0 1 1]/Parent %d 0 R>>" % (6 + depth),
    )


def test_a_form_that_hangs_is_left_out_and_the_page_is_shown(endless_form_pdf):
    with Renderer(Budget(form_s=2, page_s=HANG_S)) as renderer:
        document = renderer.open(recognise(endless_form_pdf))
        assert document.has_form
        hung = renderer.pid
        first = renderer.render(document, 1, SIZING)
        assert renderer.pid != hung
        assert first.rgb[-first.width * 3 :][:3] == b"\0\0\0"
        assert first.notices == (
            "The form fields of page 1 could not be filled in: values may be missing on it.",
        )
        fresh = renderer.pid
        second = renderer.render(document, 2, SIZING)
        assert renderer.pid == fresh  # the form is not tried again
        assert not second.blank  # its fields may hold values that are not shown


def test_a_document_without_a_form_is_known_to_have_none(make_pdf, renderer):
    assert not renderer.open(recognise(make_pdf())).has_form


def test_a_page_that_takes_too_much_memory_is_an_error_of_that_page(tmp_path, make_pdf):
    Image.new("L", (12_000, 8_000)).save(tmp_path / "vast.png", compress_level=1)
    with Renderer(Budget(memory=150_000_000)) as renderer:
        document = renderer.open(recognise(tmp_path / "vast.png"))
        with pytest.raises(PageError) as caught:
            renderer.render(document, 1, SIZING)
        assert caught.value.sentence == "Page 1 of vast.png needs more than 150 MB of memory."
        assert caught.value.remedy
        letter = renderer.open(recognise(make_pdf()))
        assert renderer.render(letter, 1, SIZING).number == 1


def test_opening_may_take_too_much_memory_too(make_pdf):
    with (
        Renderer(Budget(memory=1)) as renderer,
        pytest.raises(DocumentError, match=r"Opening letter\.pdf needs more than 0 MB of memory"),
    ):
        renderer.open(recognise(make_pdf()))


def test_a_process_that_guards_its_memory_ends_itself():
    code = (
        "import time; from endstop.documents.memory_guard import guard_memory, resident_bytes;"
        "guard_memory(resident_bytes() + 30_000_000); time.sleep(0.2); print('alive', flush=True);"
        "held = b'x' * 100_000_000; time.sleep(60)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert (done.returncode, done.stdout) == (OUT_OF_MEMORY, "alive\n")


def test_the_memory_of_this_process_is_known():
    before = resident_bytes()
    held = b"x" * 50_000_000
    assert resident_bytes() - before > 40_000_000
    assert len(held) == 50_000_000


def test_a_page_over_its_time_names_itself(heavy_pdf):
    with Renderer(Budget(page_s=4)) as renderer:
        document = renderer.open(recognise(heavy_pdf))
        with pytest.raises(PageError) as caught:
            renderer.render(document, 1, SIZING)
    assert caught.value.number == 1


def test_an_error_of_a_page_travels_with_its_number():
    error = pickle.loads(pickle.dumps(PageError("Sentence.", "Remedy.", 7)))
    assert (error.sentence, error.remedy, error.number) == ("Sentence.", "Remedy.", 7)


def test_a_giant_page_costs_no_more_than_others(raw_pdf, renderer):
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 2147483648]>>",
    )
    document = renderer.open(recognise(path))
    page = renderer.render(document, 1, SIZING)
    assert page.width * page.height <= SIZING.max_pixels
    assert "long strip" in page.notices[0]


def test_a_turned_page_and_its_words_come_through_the_pipe(renderer, make_pdf):
    document = renderer.open(recognise(make_pdf()))
    upright = renderer.render(document, 1, SIZING)
    turned = renderer.render(document, 1, SIZING, rotation=90)
    assert (turned.width, turned.height) == (upright.height, upright.width)
    first, second = renderer.words(document, 1, SIZING, rotation=90)
    assert (first.text, second.text) == ("page", "1")
    assert first.box.right - first.box.left < first.box.bottom - first.box.top
    assert renderer.suggested_rotation(document, 1, SIZING) == 0


def test_the_words_of_a_hanging_form_need_no_form(renderer, endless_form_pdf):
    document = renderer.open(recognise(endless_form_pdf))
    assert renderer.words(document, 1, SIZING) == ()


def test_an_xfa_form_says_what_is_not_shown(renderer, raw_pdf):
    path = raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA 4 0 R>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]>>",
        b"<</Length 9>>stream\n<xdp></x>\nendstream",
    )
    assert "XFA" in renderer.open(recognise(path)).notices[0]

"""What can be dropped, and what becomes of it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint

from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states, statuses

PATIENCE = 60_000


@pytest.fixture
def window(scripted_window, settings):
    settings.extract_on_drop = False
    return scripted_window(SLIP)


def test_a_drop_is_taken_anywhere_in_the_window(qtbot, window, make_pdf):
    drop(window, file_drag([make_pdf("first.pdf")]))
    assert len(window.documents.list) == 1
    page, dock = window.page.panel.view, window.diagnostics.dock
    for number, widget in enumerate(
        (window.documents.panel.view, page, window.result.panel, window.toolbar, dock)
    ):
        at = widget.mapTo(window, QPoint(widget.width() // 2, widget.height() // 2))
        drop(window, file_drag([make_pdf(f"more-{number}.pdf")]), at)
        assert len(window.documents.list) == number + 2


def test_a_folder_brings_its_documents_in_order(qtbot, window, tmp_path, make_pdf):
    folder = tmp_path / "in"
    (folder / "deeper").mkdir(parents=True)
    for name in ("page10.pdf", "page2.pdf"):
        make_pdf(name).rename(folder / name)
    make_pdf("last.pdf").rename(folder / "deeper" / "last.pdf")
    (folder / "notes.txt").write_text("no document")
    drop(window, file_drag([folder]))
    qtbot.waitUntil(lambda: states(window) == ["ready"] * 3, timeout=PATIENCE)
    names = [entry.path.name for entry in window.documents.list]
    assert names == ["last.pdf", "page2.pdf", "page10.pdf"]


def test_a_folder_without_documents_is_told(qtbot, window, tmp_path):
    folder = tmp_path / "bare"
    folder.mkdir()
    drop(window, file_drag([folder]))
    qtbot.waitUntil(lambda: bool(window.notices.notices), timeout=PATIENCE)
    assert window.notices.notices[0].sentence == "bare holds no PDF and no image."


def test_a_file_that_is_no_document_becomes_a_failed_row(qtbot, window, tmp_path):
    letter = tmp_path / "letter.docx"
    letter.write_bytes(b"no document at all")
    drop(window, file_drag([letter, tmp_path / "gone.pdf"]))
    assert states(window) == ["recognising", "recognising"]
    qtbot.waitUntil(all_in(window, "failed", "failed"), timeout=PATIENCE)
    assert statuses(window)[0] == "letter.docx is a text file."
    assert "There is no file" in statuses(window)[1]
    assert window.result.panel.placeholder.sentence.text() == statuses(window)[0]


def test_a_broken_pdf_becomes_a_failed_row(qtbot, window, tmp_path):
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing else")
    drop(window, file_drag([broken]))
    qtbot.waitUntil(all_in(window, "failed"), timeout=PATIENCE)


def test_the_same_file_is_taken_once_and_told(window, make_pdf):
    path = make_pdf("twice.pdf")
    drop(window, file_drag([path]))
    drop(window, file_drag([path, Path(str(path.parent) + "/./twice.pdf")]))
    assert len(window.documents.list) == 1
    assert window.notices.notices[0].sentence == "twice.pdf is in the list already."


def test_names_with_spaces_hashes_and_umlauts_arrive_whole(qtbot, window, make_pdf):
    path = make_pdf("a #1 %20 Größe.pdf")
    drop(window, file_drag([path]))
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    assert next(iter(window.documents.list)).path == path.resolve()


def test_the_first_of_the_dropped_is_selected_and_later_drops_change_nothing(window, make_pdf):
    drop(window, file_drag([make_pdf("a.pdf"), make_pdf("b.pdf")]))
    assert [each.path.name for each in window.documents.panel.selected] == ["a.pdf"]
    drop(window, file_drag([make_pdf("c.pdf")]))
    assert [each.path.name for each in window.documents.panel.selected] == ["a.pdf"]


def test_a_failed_file_that_was_mended_is_looked_at_anew(qtbot, window, make_pdf, tmp_path):
    path = tmp_path / "late.pdf"
    drop(window, file_drag([path]))
    qtbot.waitUntil(all_in(window, "failed"), timeout=PATIENCE)
    make_pdf("late.pdf")
    drop(window, file_drag([path]))
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    assert window.notices.notices == []

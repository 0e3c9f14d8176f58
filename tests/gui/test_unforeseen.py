"""Faults that nobody foresaw: each is told, and nothing waits for ever."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from endstop.gui.diagnostics import examiner
from endstop.gui.documents import exporter
from endstop.gui.documents.importing import feed
from endstop.gui.window.dialogs import CloseAnswer
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, statuses
from tests.gui.panel import examined

PATIENCE = 60_000
SAID = "Something went wrong in Endstop: ZeroDivisionError: odd."


def fault(*_given, **_named):
    raise ZeroDivisionError("odd")


@pytest.fixture
def window(scripted_window):
    return scripted_window(SLIP, SLIP)


def sentences(window):
    return [notice.sentence for notice in window.notices.notices]


def test_a_file_that_breaks_recognition_says_so_and_the_next_is_taken(
    qtbot, window, monkeypatch, samples, caplog
):
    monkeypatch.setattr(feed, "recognise", fault)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "failed"), timeout=PATIENCE)
    assert statuses(window) == [SAID]
    monkeypatch.undo()
    drop(window, file_drag(samples[1:2]))
    qtbot.waitUntil(all_in(window, "failed", "done"), timeout=PATIENCE)


def test_a_folder_that_breaks_the_search_says_so_and_the_next_is_taken(
    qtbot, window, monkeypatch, make_pdf, tmp_path, caplog
):
    make_pdf()
    monkeypatch.setattr(feed.Feed, "next_ones", fault)
    drop(window, file_drag([tmp_path]))
    qtbot.waitUntil(lambda: sentences(window) == [SAID], timeout=PATIENCE)
    monkeypatch.undo()
    assert not window.documents.importer.busy
    drop(window, file_drag([tmp_path]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_an_export_that_breaks_says_so_and_closes_nothing(
    qtbot, window, monkeypatch, samples, answers, caplog
):
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    monkeypatch.setattr(exporter, "export", fault)
    answers.close_answer = CloseAnswer.EXPORT
    assert not window.close()
    qtbot.waitUntil(lambda: sentences(window) == [SAID], timeout=PATIENCE)
    monkeypatch.undo()
    with qtbot.waitSignal(window.documents.exporter.finished, timeout=PATIENCE):
        window.documents.actions.export_all.trigger()
    assert window.isVisible()
    assert list(answers.folder_answer.glob("*.json"))


def test_the_traceback_can_be_copied_from_the_notice(
    qtbot, window, monkeypatch, make_pdf, tmp_path, caplog
):
    make_pdf()
    monkeypatch.setattr(feed.Feed, "next_ones", fault)
    drop(window, file_drag([tmp_path]))
    qtbot.waitUntil(lambda: sentences(window) == [SAID], timeout=PATIENCE)
    (bar,) = window.notices.bars
    qtbot.mouseClick(bar.copy, Qt.MouseButton.LeftButton)
    copied = QApplication.clipboard().text()
    assert copied.startswith("Traceback (most recent call last):")
    assert copied.rstrip().endswith("ZeroDivisionError: odd")


def test_an_examination_that_breaks_is_red_and_can_be_repeated(
    qtbot, scripted_window, monkeypatch, caplog
):
    monkeypatch.setattr(examiner, "examine", fault)
    window = scripted_window(SLIP)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    assert window.diagnostics.examiner.shown.error.sentence == SAID
    monkeypatch.undo()
    window.diagnostics.actions.examine_again.trigger()
    qtbot.waitUntil(
        lambda: window.diagnostics.examiner.shown.examination is not None, timeout=PATIENCE
    )


def test_a_fix_that_breaks_frees_the_buttons_again(
    qtbot, scripted_window, monkeypatch, settings, tmp_path, caplog
):
    from tests.gui.panel import copied_model

    settings.model = str(copied_model(tmp_path))
    window = scripted_window(SLIP)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    monkeypatch.setattr(examiner, "fix_and_verify", fault)
    fix = window.diagnostics.actions.fix
    fix.trigger()
    qtbot.mouseClick(window.diagnostics.fixing.dialog.apply, Qt.MouseButton.LeftButton)
    assert not fix.isEnabled()
    qtbot.waitUntil(lambda: sentences(window) == [SAID], timeout=PATIENCE)
    assert fix.isEnabled()

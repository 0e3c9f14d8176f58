"""Things done at the wrong moment."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from endstop.gui.widgets.notices import NoticeKind
from endstop.gui.window.dialogs import CloseAnswer, QtDialogs
from endstop.gui.workers.model_session import ModelState
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states
from tests.gui.gate import Gate
from tests.support.scripted_engine import ScriptedEngine

PATIENCE = 60_000


def test_an_export_that_fails_is_told_and_loses_nothing(
    qtbot, scripted_window, samples, answers, tmp_path
):
    window = scripted_window(SLIP)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    answers.folder_answer = tmp_path / "a file, not a folder"
    answers.folder_answer.write_text("")
    with qtbot.waitSignal(window.documents.exporter.finished, timeout=PATIENCE):
        window.documents.actions.export_all.trigger()
    assert window.notices.notices[0].kind is NoticeKind.ERROR
    assert next(iter(window.documents.list)).unexported


def test_removing_the_running_document_stops_it_and_the_next_runs(qtbot, scripted_window, samples):
    gate = Gate(document=0, token=10)
    window = scripted_window(SLIP, SLIP, before_token=gate)
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    qtbot.keyClick(window.documents.panel.view, Qt.Key.Key_Delete)
    gate.open()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    qtbot.mouseClick(window.notices.bars[0].button, Qt.MouseButton.LeftButton)
    assert states(window) == ["stopped", "done"]


def test_removing_a_waiting_document_takes_it_out_of_the_queue(qtbot, scripted_window, samples):
    gate = Gate(document=0, token=10)
    window = scripted_window(SLIP, before_token=gate)
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    window.documents.panel.select_row(1)
    qtbot.keyClick(window.documents.panel.view, Qt.Key.Key_Delete)
    assert window.documents.queue.waiting == 0
    gate.open()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_a_model_chosen_while_a_document_runs_serves_the_next(
    qtbot, make_window, samples, tmp_path
):
    gate = Gate(document=0, token=10)
    engines = [ScriptedEngine([SLIP], gate), ScriptedEngine([SLIP])]
    left = iter(engines)
    window = make_window(load=lambda _location, _progress, _cancelled: next(left))
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    window.settings.choose_model(str(tmp_path))
    gate.open()
    qtbot.waitUntil(all_in(window, "done", "done"), timeout=PATIENCE)
    assert engines[0].closed
    assert [len(each.generations) for each in engines] == [1, 1]
    assert window.session.status.state is ModelState.READY


def test_extracting_again_takes_the_schema_that_is_chosen_now(qtbot, scripted_window, samples):
    window = scripted_window(SLIP, "{}")
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    window.settings.choose_schema("receipt")
    qtbot.keyClick(window, Qt.Key.Key_Return)
    entry = next(iter(window.documents.list))
    qtbot.waitUntil(
        lambda: entry.extraction is not None and entry.extraction.schema.name == "receipt",
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(
    ("button", "answer"),
    [("Export…", CloseAnswer.EXPORT), ("Close anyway", CloseAnswer.CLOSE)],
)
def test_the_question_at_closing_has_its_buttons(qtbot, make_window, button, answer):
    window = make_window(start=False)

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert box.text() == "2 results are not exported."
        wanted = next(each for each in box.buttons() if each.text() == button)
        qtbot.mouseClick(wanted, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, click)
    assert QtDialogs(window).close_with_results(2) is answer


def test_escape_at_the_question_keeps_the_window(qtbot, make_window):
    window = make_window(start=False)
    QTimer.singleShot(
        0, lambda: qtbot.keyClick(QApplication.activeModalWidget(), Qt.Key.Key_Escape)
    )
    assert QtDialogs(window).close_with_results(1) is CloseAnswer.CANCEL

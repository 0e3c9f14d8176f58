"""Everything can be done from the keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states

PATIENCE = 60_000
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot, scripted_window, samples):
    made = scripted_window(SLIP, SLIP)
    drop(made, file_drag(samples[:2]))
    qtbot.waitUntil(all_in(made, "done", "done"), timeout=PATIENCE)
    return made


def test_control_o_asks_for_files(qtbot, scripted_window, answers, samples):
    window = scripted_window(SLIP)
    answers.documents_answer = samples[:1]
    qtbot.keyClick(window, Qt.Key.Key_O, CONTROL)
    assert len(window.documents.list) == 1
    assert window.settings.stored.open_folder == str(samples[0].parent)


def test_delete_removes_and_undo_brings_back_with_the_result(qtbot, window):
    qtbot.keyClick(window.documents.panel.view, Qt.Key.Key_Delete)
    assert len(window.documents.list) == 1
    bar = window.notices.bars[0]
    assert bar.text.text() == "1 document removed from the list."
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    assert states(window) == ["done", "done"]
    assert window.documents.panel.current is next(iter(window.documents.list))


def test_removing_all_shows_the_drop_target_again(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_A, CONTROL | SHIFT)
    qtbot.keyClick(window, Qt.Key.Key_Delete)
    assert len(window.documents.list) == 0
    assert window.documents.drop_target.isVisible()


def test_control_e_exports_all_and_with_shift_this_one(qtbot, window, answers, samples):
    with qtbot.waitSignal(window.documents.exporter.finished):
        qtbot.keyClick(window, Qt.Key.Key_E, CONTROL | SHIFT)
    names = {each.name for each in answers.folder_answer.glob("*.json")}
    assert names == {f"{samples[0].stem}.json", f"{samples[0].stem}.meta.json"}
    with qtbot.waitSignal(window.documents.exporter.finished):
        qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
    assert (answers.folder_answer / f"{samples[1].stem}.json").exists()


def test_numbers_choose_the_tab(qtbot, window):
    for key, tab in ((Qt.Key.Key_3, 2), (Qt.Key.Key_2, 1), (Qt.Key.Key_1, 0)):
        qtbot.keyClick(window, key, CONTROL)
        assert window.result.panel.tabs.currentIndex() == tab
        assert window.result.tab_actions.actions()[tab].isChecked()


def test_the_json_can_be_copied(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_C, CONTROL | SHIFT)
    assert '"vendor": "Acme"' in QApplication.clipboard().text()


def test_diagnostics_hide_and_show(qtbot, window):
    assert window.diagnostics.dock.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_D, CONTROL)
    assert not window.diagnostics.dock.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_D, CONTROL)
    assert window.diagnostics.dock.isVisible()


def test_return_enters_a_password_and_the_document_runs(qtbot, scripted_window, make_pdf):
    window = scripted_window(SLIP)
    drop(window, file_drag([make_pdf("locked.pdf", password="secret")]))
    qtbot.waitUntil(all_in(window, "locked"), timeout=PATIENCE)
    line = window.result.panel.placeholder.password
    qtbot.keyClicks(line, "wrong")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert states(window) == ["ready"]
    qtbot.waitUntil(all_in(window, "locked"), timeout=PATIENCE)
    qtbot.keyClicks(line, "secret")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_every_action_has_a_text_and_no_shortcut_is_given_twice(window):
    actions = [each for menu in window.menuBar().actions() for each in menu.menu().actions()]
    named = [each for each in actions if not each.isSeparator()]
    assert all(each.text() for each in named)
    keys = [key.toString() for each in named for key in each.shortcuts()]
    assert len(keys) == len(set(keys))


def test_controls_have_accessible_names(window):
    result = window.result.panel
    for widget in (
        window.toolbar.model,
        window.toolbar.schema,
        window.documents.panel.view,
        window.page.panel.view,
        result.fields,
        result.json,
        result.tokens,
    ):
        assert widget.accessibleName()

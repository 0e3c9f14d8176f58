"""The most tokens and seconds a document: asked for, remembered, handed to the engine."""

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from endstop.extraction.profiles import profile_for
from endstop.gui.result.result_panel import ResultTab
from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.settings.limits_dialog import MOST_SECONDS, MOST_TOKENS, LimitsDialog
from endstop.gui.settings.settings import default_settings, load_settings, save_settings
from endstop.gui.window.dialogs import QtDialogs
from endstop.gui.workers.model_session import ModelState
from endstop.results.result import FieldState
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states, statuses
from tests.gui.gate import Gate
from tests.support.scripted_engine import MODEL, ScriptedEngine

PATIENCE = 60_000
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
REMEDY = "Raise the limit in Extract &gt; Limits… and extract it again."


@pytest.fixture
def open_dialog(qtbot, theme) -> Callable[..., LimitsDialog]:
    """Shows the dialog with these limits, ready for keys."""

    def make(limits: ExtractionLimits, profile_tokens: int | None = None) -> LimitsDialog:
        dialog = LimitsDialog(limits, profile_tokens, None)
        qtbot.addWidget(dialog)
        dialog.open()
        qtbot.waitUntil(dialog.tokens.hasFocus)
        return dialog

    return make


def press(*keys: Qt.Key) -> None:
    """Press keys where the focus is."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


def write(text: str) -> None:
    """Write text where the focus is."""
    QTest.keyClicks(QApplication.focusWidget(), text)


def test_both_limits_are_written_from_the_keyboard_and_return_accepts(open_dialog):
    dialog = open_dialog(ExtractionLimits())
    write("2000")
    press(Qt.Key.Key_Tab)
    write("90")
    press(Qt.Key.Key_Return)
    assert dialog.result() == LimitsDialog.DialogCode.Accepted
    assert dialog.limits == ExtractionLimits(2000, 90)


def test_without_limits_of_ones_own_words_say_so(open_dialog):
    dialog = open_dialog(ExtractionLimits())
    assert dialog.tokens.text() == "As the model's profile says"
    assert dialog.seconds.text() == "No limit"
    assert dialog.limits == ExtractionLimits()


def test_the_loaded_models_own_limit_is_named(open_dialog):
    dialog = open_dialog(ExtractionLimits(), 12384)
    assert dialog.tokens.text() == "As the model's profile says (12384)"


def test_limits_that_are_set_are_shown_with_their_unit(open_dialog):
    dialog = open_dialog(ExtractionLimits(2000, 90))
    assert (dialog.tokens.text(), dialog.seconds.text()) == ("2000", "90 s")


@pytest.mark.parametrize("key", [Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_0])
def test_an_emptied_line_or_nought_means_no_limit(open_dialog, key):
    dialog = open_dialog(ExtractionLimits(2000, 90))
    press(key, Qt.Key.Key_Tab, key, Qt.Key.Key_Tab)
    assert (dialog.tokens.text(), dialog.seconds.text()) == (
        "As the model's profile says",
        "No limit",
    )
    assert dialog.limits == ExtractionLimits()


def test_arrows_step_up_from_no_limit_and_back(open_dialog):
    dialog = open_dialog(ExtractionLimits())
    press(Qt.Key.Key_Up, Qt.Key.Key_Tab, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert dialog.limits == ExtractionLimits(500, 60)
    press(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert dialog.limits == ExtractionLimits(500)


def test_digits_replace_the_words_wherever_they_are_clicked(qtbot, open_dialog):
    dialog = open_dialog(ExtractionLimits(), 12384)
    edit = dialog.tokens.lineEdit()
    qtbot.mouseClick(edit, Qt.MouseButton.LeftButton, pos=QPoint(30, edit.height() // 2))
    assert not edit.hasSelectedText()
    write("300")
    assert dialog.limits == ExtractionLimits(300)


def test_nothing_but_numbers_can_be_written_and_none_too_large(open_dialog):
    dialog = open_dialog(ExtractionLimits())
    write("x-5.0e9999999")
    press(Qt.Key.Key_Tab)
    assert dialog.tokens.limit == 509_999
    dialog.tokens.show_limit(10**9 - 1)
    dialog.seconds.show_limit(10**9 - 1)
    assert dialog.limits == ExtractionLimits(MOST_TOKENS, MOST_SECONDS)


def test_escape_rejects(open_dialog):
    dialog = open_dialog(ExtractionLimits(2000))
    write("7")
    press(Qt.Key.Key_Escape)
    assert dialog.result() == LimitsDialog.DialogCode.Rejected
    assert not dialog.isVisible()


def test_defaults_are_restored_and_then_accepted_from_the_keyboard(open_dialog):
    dialog = open_dialog(ExtractionLimits(2000, 90))
    for _step in range(10):
        if dialog.defaults.hasFocus():
            break
        press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Space)
    assert dialog.isVisible()
    assert dialog.limits == ExtractionLimits()
    dialog.tokens.setFocus()
    press(Qt.Key.Key_Return)
    assert dialog.result() == LimitsDialog.DialogCode.Accepted


def test_every_control_has_a_name_for_a_screen_reader(open_dialog):
    dialog = open_dialog(ExtractionLimits())
    assert dialog.tokens.accessibleName() == "The longest answer a document, in tokens"
    assert dialog.seconds.accessibleName() == "The longest time a document, in seconds"
    assert [each.text() for each in (dialog.ok, dialog.cancel, dialog.defaults)] == [
        "OK",
        "Cancel",
        "Restore defaults",
    ]


@pytest.mark.parametrize(
    ("key", "answer"), [(Qt.Key.Key_Return, ExtractionLimits(70, 5)), (Qt.Key.Key_Escape, None)]
)
def test_the_window_asks_with_a_modal_dialog(make_window, key, answer):
    window = make_window(ScriptedEngine([]))
    seen = []

    def answer_it() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, LimitsDialog) and dialog.tokens.hasFocus():
            looking.stop()
            seen.append(dialog.parent() is window)
            write("70")
            press(key)

    looking = QTimer()
    looking.timeout.connect(answer_it)
    looking.start(10)
    assert QtDialogs(window).limits(ExtractionLimits(9, 5), None) == answer
    assert seen == [True]


def test_the_menu_has_it_always_and_a_key_opens_it(qtbot, scripted_window, answers):
    window = scripted_window(SLIP)
    action = window.settings.actions.limits
    menu = next(
        each.menu() for each in window.menuBar().actions() if action in each.menu().actions()
    )
    assert menu.title() == "E&xtract"
    assert menu.actions()[-2:] == [window.documents.actions.extract_on_drop, action]
    assert action.text() == "Limits…"
    assert action.isEnabled()
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.READY)
    qtbot.keyClick(window, Qt.Key.Key_L, CONTROL | SHIFT)
    assert answers.asked_for_limits == [(ExtractionLimits(), profile_for(MODEL).max_tokens)]


def test_limits_reach_the_engine_for_what_is_queued_from_then_on(
    qtbot, make_window, answers, settings, samples
):
    gate = Gate(document=0, token=5)
    engine = ScriptedEngine([SLIP] * 3, gate)
    window = make_window(engine)
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    qtbot.waitUntil(lambda: states(window)[1:] == ["waiting"], timeout=PATIENCE)
    answers.limits_answer = ExtractionLimits(2000, 90)
    window.settings.actions.limits.trigger()
    assert settings.limits == ExtractionLimits(2000, 90)
    drop(window, file_drag(samples[2:3]))
    qtbot.waitUntil(lambda: states(window)[2:] == ["waiting"], timeout=PATIENCE)
    gate.open()
    qtbot.waitUntil(all_in(window, "done", "done", "done"), timeout=PATIENCE)
    own = profile_for(MODEL).max_tokens
    given = [(each.max_tokens, each.max_seconds) for each in engine.generations]
    assert given == [(own, None), (own, None), (2000, 90)]


def test_cancelling_changes_nothing(scripted_window, answers, settings):
    settings.remember_limits(ExtractionLimits(2000, 90))
    window = scripted_window(SLIP)
    window.settings.actions.limits.trigger()
    assert answers.asked_for_limits[0][0] == ExtractionLimits(2000, 90)
    assert settings.limits == ExtractionLimits(2000, 90)


@pytest.mark.parametrize(
    "limits",
    [
        ExtractionLimits(),
        ExtractionLimits(2000, 90),
        ExtractionLimits(None, 5),
        ExtractionLimits(1),
    ],
)
def test_limits_survive_an_ini_file(tmp_path, limits):
    path = tmp_path / "endstop.ini"
    settings = default_settings()
    settings.remember_limits(limits)
    save_settings(settings, path)
    assert load_settings(path).limits == limits


@pytest.mark.parametrize("text", ["much", "-5", "1.5", "", "1, 2", "9" * 12])
def test_a_spoilt_number_means_no_limit(tmp_path, text):
    path = tmp_path / "endstop.ini"
    path.write_text(f"[General]\nmax_tokens={text}\nmax_seconds=30\n")
    assert load_settings(path).limits == ExtractionLimits(None, 30)


def test_a_document_cut_at_the_token_limit_says_so_and_what_helps(
    qtbot, scripted_window, settings, samples
):
    settings.remember_limits(ExtractionLimits(tokens=50))
    window = scripted_window(SLIP, SLIP)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "incomplete"), timeout=PATIENCE)
    assert statuses(window)[0].endswith("Incomplete · at a limit")  # its pages may come later
    entry = next(iter(window.documents.list))
    assert entry.extraction.value == {"vendor": "Acme", "invoice_number": "A1", "date": "202"}
    assert not entry.extraction.complete
    states_of = {each.pointer: each.state for each in entry.extraction.fields}
    assert states_of["/date"] is FieldState.INVALID
    for tab in ResultTab:
        window.result.panel.tabs.setCurrentIndex(tab)
        sentence = window.result.panel.foot.sentence
        assert sentence.isVisible()
        assert "Cut at the limit of tokens or time. The answer is incomplete." in sentence.text()
        assert sentence.text().endswith(REMEDY)
    settings.remember_limits(ExtractionLimits())
    qtbot.keyClick(window.documents.panel.view, Qt.Key.Key_Return)
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_an_endless_answer_is_cut_at_the_time_limit(qtbot, scripted_window, settings, samples):
    settings.remember_limits(ExtractionLimits(tokens=MOST_TOKENS, seconds=1))
    window = scripted_window(None, before_token=lambda _number: time.sleep(0.002))
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "incomplete"), timeout=PATIENCE)
    assert window.result.panel.foot.sentence.text().endswith(REMEDY)

"""The diagnostics panel: from a fresh window to a verdict, on any model."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from endstop.doctor.diagnose import diagnose
from endstop.doctor.reports.matrix import matrix
from endstop.gui.diagnostics.diagnostics_dock import PanelTab
from endstop.gui.diagnostics.runtime_table import RuntimeRole, RuntimeTable
from endstop.gui.widgets.health import Health
from endstop.gui.workers.model_session import ModelState
from tests.gui.conftest import SLIP
from tests.gui.events import drop, file_drag, states
from tests.gui.panel import PATIENCE, codes, copied_model, examined, notices, on_the_dock
from tests.gui.test_starting import SlowLoad
from tests.support.file_fixtures import FILE_FIXTURES
from tests.support.mending import make_gguf
from tests.support.scripted_engine import ScriptedEngine
from tests.support.weight_fixtures import WEIGHT_FIXTURES


@pytest.fixture
def window(qtbot, make_window, settings, tmp_path):
    settings.model = str(copied_model(tmp_path))
    made = make_window(ScriptedEngine([SLIP]))
    qtbot.waitUntil(examined(made), timeout=PATIENCE)
    return made


def test_the_verdict_is_there_while_the_model_loads(qtbot, make_window):
    load = SlowLoad()
    window = make_window(load=load)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    assert window.session.status.state is ModelState.LOADING
    said = window.diagnostics.dock.sentence.text()
    assert said.startswith("<b>This model will not stop in transformers")
    assert said.endswith("Endstop patches that: runs here stop.")
    assert not window.diagnostics.actions.probe.isEnabled()
    assert window.toolbar.model.health.health is Health.PATCHED
    load.goes_on.set()
    qtbot.waitUntil(window.diagnostics.actions.probe.isEnabled, timeout=PATIENCE)


def test_a_click_on_the_dot_opens_the_panel_at_the_worst_finding(qtbot, window):
    dot, dock = window.toolbar.model.health, window.diagnostics.dock
    assert "will not stop in" in dot.toolTip()
    assert dot.accessibleName() == "Diagnostics: Has an error elsewhere, patched here"
    qtbot.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert not dock.isVisible()
    qtbot.mouseClick(dot, Qt.MouseButton.LeftButton)
    assert dock.isVisible()
    assert dock.findings.rows[0].head.hasFocus()


def test_one_finding_at_a_time_shows_its_message_evidence_and_remedy(qtbot, window):
    first, second = window.diagnostics.dock.findings.rows
    assert codes(window) == ["EOS001", "EOS030"]
    assert first.head.accessibleName() == "error EOS001: The turn end is not in the stop list"
    assert not first.details.isVisible()
    qtbot.mouseClick(first.head, Qt.MouseButton.LeftButton)
    assert first.details.isVisible()
    for said in ("does not list", "eos_token_id: 256 → [258, 256]", "The fix: Set eos_token_id"):
        assert said in first.details.text()
    qtbot.keyClick(first.head, Qt.Key.Key_Down)
    assert second.head.hasFocus()
    qtbot.keyClick(second.head, Qt.Key.Key_Space)
    assert second.details.isVisible()
    assert not first.details.isVisible()


def test_an_opened_finding_is_scrolled_to_its_beginning(qtbot, window):
    findings = window.diagnostics.dock.findings
    last = findings.rows[-1]
    window.resizeDocks([window.diagnostics.dock], [120], Qt.Orientation.Vertical)
    last.head.setFocus()
    qtbot.keyClick(last.head, Qt.Key.Key_Space)
    bar = findings.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == min(last.y(), bar.maximum()))
    assert last.head.visibleRegion().boundingRect().height() > 0


def test_the_arrow_keys_walk_the_runtimes_and_say_why(qtbot, window):
    dock = window.diagnostics.dock
    view, why = dock.matrix.view, dock.matrix.why
    assert not why.isVisible()
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert why.text().startswith("transformers 5.24.0 does not stop. Stop set: 256.")
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert why.text().startswith("mlx-lm 0.32.2 stops. Stop set: 256, 258.")


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_every_runtime_has_its_place_and_its_words(qapp, tmp_path, columns):
    rows = matrix(diagnose(FILE_FIXTURES["EOS001"][0](tmp_path / "model")))
    table = RuntimeTable()
    tester = QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Fatal)
    table.set_columns(columns)
    table.set_rows(rows)
    places = [table.index(r, c) for c in range(columns) for r in range(table.rowCount())]
    shown = [place for place in places if place.data(RuntimeRole.STOPS) is not None]
    assert [table.runtime(place) for place in shown] == list(rows)
    for place, row in zip(shown, rows, strict=True):
        assert row.label in place.data(Qt.ItemDataRole.AccessibleTextRole)
        assert row.why in place.data(Qt.ItemDataRole.ToolTipRole)
        assert row.label.startswith(place.data().split(" (")[0])
    del tester


def test_the_stop_tokens_have_their_sources(window):
    dock = window.diagnostics.dock
    dock.tabs.setCurrentIndex(PanelTab.STOP_TOKENS)
    ids = [dock.table.index(row, 1).data() for row in range(dock.table.rowCount())]
    assert ids == ["256", "258"]
    assert not dock.tabs.isTabVisible(PanelTab.PROBE)


def test_a_model_folder_dropped_on_the_dock_is_examined_and_not_loaded(qtbot, window, tmp_path):
    other = WEIGHT_FIXTURES["EOS030"][0](tmp_path / "frozen")
    location = window.session.status.location
    event = drop(window, file_drag([other]), on_the_dock(window))
    assert event.isAccepted()
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    dock = window.diagnostics.dock
    assert codes(window) == ["EOS030"]
    assert "never trained" in dock.sentence.text()
    assert dock.guest.isVisible()
    assert dock.guest.name.text() == f"Examined, not loaded: {other}"
    assert window.session.status.location == location
    assert window.toolbar.model.health.health is Health.PATCHED
    assert states(window) == []
    window.diagnostics.actions.back_to_model.trigger()
    assert codes(window) == ["EOS001", "EOS030"]
    assert not dock.guest.isVisible()


def test_documents_dropped_on_the_dock_are_documents(qtbot, window, samples):
    drop(window, file_drag(samples[:1]), on_the_dock(window))
    qtbot.waitUntil(lambda: len(window.documents.list) == 1, timeout=PATIENCE)
    assert window.diagnostics.examiner.guest is None


def test_of_a_folder_of_models_each_can_be_chosen(qtbot, window, tmp_path):
    models = tmp_path / "models"
    for name in ("a", "b"):
        FILE_FIXTURES["EOS001"][0](models / name)
    drop(window, file_drag([models]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    choice = window.diagnostics.dock.guest.models
    assert choice.isVisible()
    assert [choice.itemText(number) for number in range(choice.count())] == ["a", "b"]
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: window.diagnostics.examiner.shown.path == models / "b")
    qtbot.waitUntil(examined(window), timeout=PATIENCE)


def test_the_windows_own_model_is_no_guest_unless_others_lie_beside_it(
    qtbot, window, settings, tmp_path
):
    own = Path(settings.model)
    drop(window, file_drag([own]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.siblings == (own,), timeout=PATIENCE)
    assert window.diagnostics.examiner.guest is None
    FILE_FIXTURES["EOS001"][0](own.parent / "z-other")
    drop(window, file_drag([own.parent]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    assert window.diagnostics.dock.guest.models.count() == 2


def test_a_folder_without_a_model_is_a_notice(qtbot, window, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    drop(window, file_drag([empty]), on_the_dock(window))
    qtbot.waitUntil(lambda: bool(notices(window)), timeout=PATIENCE)
    assert notices(window) == [f"{empty} holds no model."]
    assert "config.json" in window.notices.notices[0].remedy
    assert window.diagnostics.examiner.guest is None


def test_a_model_that_cannot_be_read_says_so_in_the_panel(qtbot, window, tmp_path):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.json").write_text("[1]")
    drop(window, file_drag([broken]), on_the_dock(window))
    dock = window.diagnostics.dock
    qtbot.waitUntil(lambda: "cannot be read" in dock.sentence.text(), timeout=PATIENCE)
    assert not dock.columns.isVisible()
    assert not window.diagnostics.actions.copy_report.isEnabled()


def test_a_gguf_file_is_examined_but_not_probed(qtbot, window, tmp_path):
    drop(window, file_drag([make_gguf(tmp_path / "model.gguf")]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    actions = window.diagnostics.actions
    assert not actions.probe.isEnabled()
    assert not actions.load_examined.isEnabled()
    assert "no .gguf file" in actions.probe.toolTip()


def test_a_model_that_is_looked_at_can_be_loaded(qtbot, window, answers, tmp_path, settings):
    answers.folder_answer = FILE_FIXTURES["EOS001"][0](tmp_path / "other")
    window.diagnostics.actions.examine_folder.trigger()
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    window.diagnostics.actions.load_examined.trigger()
    status = window.session.status
    assert status.location == str(answers.folder_answer) == settings.model
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    assert window.diagnostics.examiner.guest is None


def test_the_report_is_copied_as_markdown(qtbot, window):
    qtbot.keyClick(
        window,
        Qt.Key.Key_R,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    copied = QApplication.clipboard().text()
    assert copied.startswith("### endstop-tiny\n\nThis model will not stop in")
    assert "**EOS001** (error)" in copied
    assert notices(window) == ["The report is in the clipboard, as Markdown."]


def test_a_file_that_changed_is_seen_when_the_model_is_examined_again(qtbot, window, settings):
    listed = Path(settings.model) / "generation_config.json"
    listed.write_text('{"eos_token_id": [258, 256]}')
    qtbot.keyClick(window, Qt.Key.Key_F5)
    dot = window.toolbar.model.health
    assert dot.health is Health.UNKNOWN
    qtbot.waitUntil(lambda: dot.health is Health.GOOD, timeout=PATIENCE)
    assert codes(window) == ["EOS030"]
    assert not window.diagnostics.dock.fix.isVisible()


def test_without_a_model_the_panel_invites(qtbot, make_window):
    window = make_window(ScriptedEngine([SLIP]), start=False)
    assert "Drop a model folder here" in window.diagnostics.dock.sentence.text()
    assert window.toolbar.model.health.health is Health.UNKNOWN


def test_the_dot_lies_within_the_models_button(window):
    picker = window.toolbar.model
    assert picker.childAt(QPoint(14, picker.height() // 2)) is picker.health

"""The probe in the window: live, one job of the model's thread, stopped within a token."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from endstop.doctor.probe import RUN_ON
from endstop.errors import ModelError
from endstop.gui.diagnostics.diagnostics_dock import PanelTab
from endstop.gui.widgets.health import Health
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states
from tests.gui.gate import Gate
from tests.gui.panel import PATIENCE, codes, copied_model, examined, notices, on_the_dock
from tests.support.file_fixtures import FILE_FIXTURES
from tests.support.scripted_engine import STOP, ScriptedEngine


@pytest.fixture
def probing_window(qtbot, make_window, settings, tmp_path):
    settings.model = str(copied_model(tmp_path))

    def make(*answers, gate=None):
        window = make_window(ScriptedEngine(answers, gate))
        qtbot.waitUntil(examined(window), timeout=PATIENCE)
        qtbot.waitUntil(window.diagnostics.actions.probe.isEnabled, timeout=PATIENCE)
        return window

    return make


def ended(window):
    return lambda: not window.diagnostics.probe.active


@pytest.mark.mlx
def test_the_demo_model_runs_on_by_its_files_and_stops_with_the_patch(
    qtbot, make_window, settings, tmp_path
):
    settings.model = str(copied_model(tmp_path))
    window = make_window()
    qtbot.waitUntil(window.diagnostics.actions.probe.isEnabled, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    dock = window.diagnostics.dock
    qtbot.mouseClick(dock.probe, Qt.MouseButton.LeftButton)
    assert dock.probe.text() == "Stop Probe"
    assert dock.tabs.currentIndex() == PanelTab.PROBE
    qtbot.waitUntil(ended(window), timeout=PATIENCE)
    count = len(window.diagnostics.examiner.own.examination.probe.patched.tokens)
    stopped, ran_on = (
        answer.ending.text() for answer in (dock.answers.patched, dock.answers.alone)
    )
    assert stopped == f"{count} tokens, stopped at <|im_end|> (258)"
    assert ran_on == f"{count + RUN_ON} tokens, and it did not stop"
    assert dock.answers.patched.tokens.toPlainText().rstrip().endswith("<|im_end|> 258")
    assert dock.answers.ranks.text().startswith("After a finished answer: <|im_end|> (258) ")
    assert codes(window) == ["EOS001", "EOS070", "EOS030"]
    assert dock.tabs.currentIndex() == PanelTab.PROBE
    window.diagnostics.actions.copy_report.trigger()
    assert ran_on in QApplication.clipboard().text()


def test_stop_ends_the_probe_within_a_token(qtbot, probing_window):
    gate = Gate(document=1, token=30)
    window = probing_window(SLIP, None, gate=gate)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    progress = window.diagnostics.probe.progress
    qtbot.waitUntil(lambda: len(progress.answers[1]) == 30)
    activity = window.toolbar.status
    qtbot.waitUntil(lambda: activity.text() == "Probe: answer 2 of 2, 30 tokens")
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    gate.open()
    qtbot.waitUntil(ended(window), timeout=PATIENCE)
    assert len(progress.answers[0]) == len(SLIP) + 1
    assert progress.answers[0][-1].id == STOP.id
    assert len(progress.answers[1]) <= 31
    dock = window.diagnostics.dock
    assert not dock.tabs.isTabVisible(PanelTab.PROBE)
    assert dock.probe.text() == "Probe"
    assert notices(window) == []
    assert codes(window) == ["EOS001", "EOS030"]


def test_documents_wait_for_the_probe(qtbot, probing_window, samples):
    gate = Gate(document=0, token=10)
    window = probing_window(SLIP, SLIP, SLIP, gate=gate)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "waiting"), timeout=PATIENCE)
    assert not window.diagnostics.actions.fix.isEnabled()
    gate.open()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert window.diagnostics.examiner.own.examination.probe is not None


def test_the_probe_waits_for_the_running_document_and_then_goes_first(
    qtbot, probing_window, samples
):
    gate = Gate(document=0, token=10)
    window = probing_window(SLIP, SLIP, SLIP, SLIP, gate=gate)
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    window.diagnostics.actions.probe.trigger()
    hint = window.diagnostics.dock.answers.ranks
    assert hint.text() == "The probe begins when the model is free."
    order = []
    window.documents.queue.run_ended.connect(lambda _id: order.append("document"))
    window.diagnostics.probe.ended.connect(lambda *_: order.append("probe"))
    gate.open()
    qtbot.waitUntil(all_in(window, "done", "done"), timeout=PATIENCE)
    qtbot.waitUntil(lambda: len(order) == 3)
    assert order == ["document", "probe", "document"]


def test_a_model_that_fails_is_a_notice_and_the_queue_goes_on(qtbot, probing_window, samples):
    window = probing_window(ModelError("Out of memory.", "Close other programs."), SLIP)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(ended(window), timeout=PATIENCE)
    assert notices(window) == ["Out of memory."]
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_an_empty_answer_is_a_finding_and_the_dot_turns_red(qtbot, probing_window):
    window = probing_window("", "")
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(lambda: "EOS072" in codes(window), timeout=PATIENCE)
    assert window.toolbar.model.health.health is Health.BAD


def test_a_second_probe_replaces_what_the_first_found(qtbot, probing_window):
    window = probing_window("", "", SLIP, SLIP)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(lambda: "EOS072" in codes(window), timeout=PATIENCE)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(lambda: "EOS072" not in codes(window), timeout=PATIENCE)
    assert codes(window) == ["EOS001", "EOS070", "EOS030"]


def test_a_model_that_is_looked_at_is_loaded_before_it_is_probed(qtbot, probing_window, tmp_path):
    window = probing_window(SLIP, SLIP)
    other = FILE_FIXTURES["EOS001"][0](tmp_path / "other")
    drop(window, file_drag([other]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    window.diagnostics.actions.probe.trigger()
    assert not window.diagnostics.probe.active
    bar = window.notices.bars[0]
    assert bar.button.text() == "Load and Probe"
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    own = window.diagnostics.examiner
    qtbot.waitUntil(
        lambda: own.own.examination is not None and own.own.examination.probe is not None,
        timeout=PATIENCE,
    )
    assert window.session.status.location == str(other)
    assert window.diagnostics.dock.tabs.currentIndex() == PanelTab.PROBE


def test_another_model_stops_the_probe(qtbot, probing_window, tmp_path):
    gate = Gate(document=0, token=5)
    window = probing_window(None, SLIP, gate=gate)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    window.settings.choose_model(str(FILE_FIXTURES["EOS001"][0](tmp_path / "other")))
    gate.open()
    qtbot.waitUntil(ended(window), timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.session.status.model is not None, timeout=PATIENCE)
    assert notices(window) == []


def test_closing_while_it_probes_is_clean(qtbot, probing_window):
    gate = Gate(document=0, token=5)
    window = probing_window(None, gate=gate)
    window.diagnostics.actions.probe.trigger()
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    gate.open()
    assert window.close()
    assert window.inference.isFinished()
    assert states(window) == []

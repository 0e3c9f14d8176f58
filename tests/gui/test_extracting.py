"""From a drop to files: the acceptance of the window."""

import json

import pytest
from PySide6.QtCore import Qt

from endstop.errors import GrammarError, ModelError
from endstop.gui.result.result_panel import ResultTab
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states, statuses
from tests.gui.gate import Gate

PATIENCE = 60_000


@pytest.mark.mlx
def test_three_dropped_files_become_three_json_files(qtbot, make_window, samples, answers):
    window = make_window()
    chosen = [*samples[:2], samples[-1]]
    drop(window, file_drag(chosen))
    qtbot.waitUntil(all_in(window, "done", "done", "done"), timeout=PATIENCE)
    with qtbot.waitSignal(window.documents.exporter.finished):
        window.documents.actions.export_all.trigger()
    written = [each.name for each in answers.folder_answer.iterdir()]
    assert sum(not name.endswith(".meta.json") for name in written) == 3
    for path in chosen:
        value = json.loads((answers.folder_answer / f"{path.stem}.json").read_text())
        assert value == json.loads(path.with_suffix(".expected.json").read_text())
    assert "3 results exported" in window.notices.notices[0].sentence
    assert not any(entry.unexported for entry in window.documents.list)


@pytest.mark.mlx
def test_the_patch_is_named_where_it_ended_the_run(qtbot, make_window, samples):
    window = make_window()
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    window.result.panel.tabs.setCurrentIndex(ResultTab.TOKENS)
    said = window.result.panel.foot.sentence.text()
    assert "&lt;\u2060|\u2060im_end\u2060|\u2060&gt;</b> (258)" in said
    assert "generation_config.json does not list it: the patch ended this run." in said
    assert "This model will not stop in" in window.diagnostics.dock.sentence.text()


def test_stop_during_the_second_leaves_it_incomplete_and_the_rest_runs(
    qtbot, scripted_window, samples, answers
):
    gate = Gate(document=1, token=20)
    window = scripted_window(SLIP, SLIP, SLIP, before_token=gate)
    drop(window, file_drag(samples[:3]))
    qtbot.waitUntil(lambda: states(window)[1:] == ["extracting", "waiting"], timeout=PATIENCE)
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    gate.open()
    qtbot.waitUntil(all_in(window, "done", "stopped", "done"), timeout=PATIENCE)
    second = list(window.documents.list)[1]
    assert second.extraction.value["vendor"] == "Acme"
    assert not second.extraction.complete
    with qtbot.waitSignal(window.documents.exporter.finished):
        window.documents.actions.export_all.trigger()
    meta = json.loads((answers.folder_answer / f"{samples[1].stem}.meta.json").read_text())
    assert meta["complete"] is False
    assert meta["stop"]["reason"] == "cancelled"
    assert (answers.folder_answer / f"{samples[2].stem}.json").exists()


def test_stop_all_empties_the_queue_too(qtbot, scripted_window, samples):
    gate = Gate(document=0, token=20)
    window = scripted_window(SLIP, before_token=gate)
    drop(window, file_drag(samples[:3]))
    qtbot.waitUntil(
        lambda: states(window) == ["extracting", "waiting", "waiting"], timeout=PATIENCE
    )
    window.own_actions.stop_all.trigger()
    gate.open()
    qtbot.waitUntil(all_in(window, "stopped", "ready", "ready"), timeout=PATIENCE)


def test_without_extract_on_drop_return_starts(qtbot, scripted_window, settings, samples):
    settings.extract_on_drop = False
    window = scripted_window(SLIP)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(lambda: statuses(window) == ["1 page · Not extracted"], timeout=PATIENCE)
    qtbot.keyClick(window.documents.panel.view, Qt.Key.Key_Return)
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_a_schema_that_the_grammar_refuses_can_be_extracted_without_it(
    qtbot, scripted_window, samples
):
    refused = GrammarError("The schema is too large for a grammar.", "Make it smaller.")
    window = scripted_window(refused, SLIP)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "failed"), timeout=PATIENCE)
    bar = window.notices.bars[0]
    assert "too large" in bar.text.text()
    assert window.result.panel.placeholder.button.text() == "Extract without constraint"
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    entry = next(iter(window.documents.list))
    assert not entry.extraction.constrained
    assert "Extracted without constraint" in window.result.panel.foot.sentence.text()


def test_a_model_that_fails_leaves_the_rest_running(qtbot, scripted_window, samples):
    window = scripted_window(ModelError("Out of memory.", "Try fewer pages."), SLIP)
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(all_in(window, "failed", "done"), timeout=PATIENCE)
    assert window.notices.notices[0].sentence == "Out of memory."
    assert statuses(window)[0] == "1 page · Out of memory."
    assert window.result.panel.placeholder.hint.text() == "Try fewer pages."


def test_an_answer_that_is_no_json_is_to_be_checked(qtbot, scripted_window, samples):
    window = scripted_window('{"vendor":1}')
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "to check"), timeout=PATIENCE)
    assert "to check" in statuses(window)[0]


def test_an_encrypted_pdf_says_that_it_needs_a_password(qtbot, scripted_window, make_pdf, samples):
    window = scripted_window(SLIP)
    drop(window, file_drag([make_pdf("locked.pdf", password="x"), samples[0]]))
    qtbot.waitUntil(all_in(window, "locked", "done"), timeout=PATIENCE)
    assert statuses(window)[0] == "Needs a password"


def test_a_long_answer_does_not_stall_the_window(qtbot, scripted_window, samples):
    text = json.dumps({"vendor": "word " * 1000})
    window = scripted_window(text)
    window.result.panel.tabs.setCurrentIndex(ResultTab.TOKENS)
    changes = []
    window.documents.list.changed.connect(changes.append)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(lambda: states(window)[0] in ("done", "to check"), timeout=PATIENCE)
    entry = next(iter(window.documents.list))
    assert len(entry.tokens) == len(text) + 1
    assert len(changes) < len(text) / 4
    shown = window.result.panel.tokens.toPlainText()
    assert shown.count("word") > 900
    longest = max(len(line) for line in shown.splitlines())
    assert longest <= 400


def test_the_sample_link_extracts_a_sample(qtbot, scripted_window):
    window = scripted_window(SLIP)
    window.settings.stored.extract_on_drop = False
    qtbot.mouseClick(window.documents.drop_target.sample, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert window.settings.schemas.key == "slip"

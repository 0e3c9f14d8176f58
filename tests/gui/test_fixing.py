"""Fix and Undo: nothing is changed unseen, everything can be taken back."""

import threading

import pytest
from PySide6.QtCore import Qt

from endstop.doctor.fixes.verify import fix_and_verify
from endstop.gui.diagnostics import examiner
from endstop.gui.widgets.health import Health
from endstop.gui.widgets.notices import NoticeKind
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag
from tests.gui.gate import Gate
from tests.gui.panel import PATIENCE, codes, copied_model, examined, notices, on_the_dock
from tests.support.file_fixtures import FILE_FIXTURES
from tests.support.mending import as_cached, content
from tests.support.scripted_engine import ScriptedEngine


class CountedLoads:
    """Gives scripted engines and counts them; `gate` holds their answers."""

    def __init__(self) -> None:
        self.locations: list[str] = []
        self.gate = Gate(document=0, token=20)
        self.gate.open()

    def __call__(self, location, progress, cancelled):
        self.locations.append(str(location))
        return ScriptedEngine([SLIP, SLIP], self.gate)


@pytest.fixture
def loads():
    return CountedLoads()


@pytest.fixture
def model(settings, tmp_path):
    folder = copied_model(tmp_path)
    settings.model = str(folder)
    return folder


@pytest.fixture
def window(qtbot, make_window, model, loads):
    made = make_window(load=loads)
    qtbot.waitUntil(examined(made), timeout=PATIENCE)
    qtbot.waitUntil(lambda: made.session.status.model is not None)
    return made


def apply_fix(qtbot, window):
    window.diagnostics.actions.fix.trigger()
    qtbot.mouseClick(window.diagnostics.fixing.dialog.apply, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(notices(window)), timeout=PATIENCE)


def test_the_button_names_the_file_and_the_dialog_shows_the_diff(qtbot, window, model):
    before = content(model)
    dock = window.diagnostics.dock
    assert dock.fix.text() == "Fix generation_config.json…"
    qtbot.mouseClick(dock.fix, Qt.MouseButton.LeftButton)
    dialog = window.diagnostics.fixing.dialog
    assert dialog.sentence.text() == "Changes generation_config.json and mends EOS001."
    shown = dialog.diff.toPlainText()
    assert '-  "eos_token_id": 256,' in shown
    assert "+    258," in shown
    assert "byte for byte" in dialog.note.text()
    qtbot.waitUntil(dialog.apply.hasFocus)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.diagnostics.fixing.dialog is None
    assert content(model) == before


def test_what_is_unticked_is_not_part_of_the_fix(qtbot, window):
    window.diagnostics.actions.fix.trigger()
    dialog = window.diagnostics.fixing.dialog
    box, _finding = dialog.boxes[0]
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert not box.isChecked()
    qtbot.waitUntil(lambda: dialog.diff.toPlainText() == "", timeout=PATIENCE)
    assert not dialog.apply.isEnabled()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=PATIENCE)
    assert "258" in dialog.diff.toPlainText()
    dialog.reject()


def test_a_fix_is_verified_reloaded_and_undone_byte_for_byte(qtbot, window, model, loads):
    before = content(model)
    apply_fix(qtbot, window)
    assert notices(window) == ["Changed generation_config.json. Gone: EOS001."]
    dot = window.toolbar.model.health
    qtbot.waitUntil(lambda: dot.health is Health.GOOD, timeout=PATIENCE)
    qtbot.waitUntil(lambda: loads.locations == [str(model)] * 2, timeout=PATIENCE)
    assert codes(window) == ["EOS030"]
    assert "stops in every runtime" in window.diagnostics.dock.sentence.text()
    undo = window.diagnostics.dock.undo
    assert undo.isVisible()
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Restored" in notices(window)[0], timeout=PATIENCE)
    qtbot.waitUntil(lambda: dot.health is Health.PATCHED, timeout=PATIENCE)
    qtbot.waitUntil(lambda: loads.locations == [str(model)] * 3, timeout=PATIENCE)
    after = {path: kept for path, kept in content(model).items() if ".endstop" not in path}
    assert after == before
    assert not undo.isVisible()


def test_a_fix_waits_for_no_document_and_harms_none(qtbot, window, model, loads, samples):
    loads.gate = Gate(document=0, token=20)
    window.session.load(str(model))
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(loads.gate.reached.is_set, timeout=PATIENCE)
    apply_fix(qtbot, window)
    loads.gate.open()
    qtbot.waitUntil(all_in(window, "done", "done"), timeout=PATIENCE)
    assert loads.locations == [str(model)] * 3


def test_a_file_changed_since_is_restored_only_after_a_second_click(qtbot, window, model):
    listed = model / "generation_config.json"
    before = listed.read_bytes()
    apply_fix(qtbot, window)
    listed.write_text("{}")
    window.notices.dismiss_all()
    qtbot.waitUntil(window.diagnostics.actions.undo_fix.isEnabled, timeout=PATIENCE)
    window.diagnostics.actions.undo_fix.trigger()
    qtbot.waitUntil(lambda: bool(notices(window)), timeout=PATIENCE)
    assert "was changed after the fix" in notices(window)[0]
    assert listed.read_text() == "{}"
    bar = window.notices.bars[0]
    assert bar.button.text() == "Restore Anyway"
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: listed.read_bytes() == before, timeout=PATIENCE)


def test_a_read_only_folder_is_a_notice_with_a_remedy(qtbot, window, model):
    model.chmod(0o555)
    try:
        apply_fix(qtbot, window)
    finally:
        model.chmod(0o755)
    notice = window.notices.notices[0]
    assert notice.kind is NoticeKind.ERROR
    assert "read-only" in notice.sentence
    assert "copy the model elsewhere" in notice.remedy
    assert codes(window)[0] == "EOS001"


def test_in_a_cache_only_the_link_becomes_a_file(qtbot, window, model, tmp_path, loads):
    snapshot = as_cached(model, tmp_path / "hub")
    blobs = content(snapshot.parent.parent / "blobs")
    drop(window, file_drag([snapshot]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    apply_fix(qtbot, window)
    assert "It is a file of its own now" in window.notices.notices[0].remedy
    assert content(snapshot.parent.parent / "blobs") == blobs
    assert loads.locations == [str(model)]


def test_a_model_that_is_only_looked_at_can_be_mended(qtbot, window, tmp_path, loads):
    other = FILE_FIXTURES["EOS001"][0](tmp_path / "other")
    drop(window, file_drag([other]), on_the_dock(window))
    qtbot.waitUntil(lambda: window.diagnostics.examiner.guest is not None, timeout=PATIENCE)
    qtbot.waitUntil(examined(window), timeout=PATIENCE)
    apply_fix(qtbot, window)
    qtbot.waitUntil(lambda: codes(window) == [], timeout=PATIENCE)
    assert "found nothing" in window.diagnostics.dock.findings.note.text()
    assert len(loads.locations) == 1


def test_while_a_fix_runs_neither_fix_nor_undo_can_be_begun(qtbot, window, model, monkeypatch):
    may_end = threading.Event()

    def held(made):
        assert may_end.wait(60)
        return fix_and_verify(made)

    monkeypatch.setattr(examiner, "fix_and_verify", held)
    fix, undo = window.diagnostics.actions.fix, window.diagnostics.actions.undo_fix
    enabled = []
    window.diagnostics.examiner.changed.connect(
        lambda: enabled.append((fix.isEnabled(), undo.isEnabled()))
    )
    fix.trigger()
    qtbot.mouseClick(window.diagnostics.fixing.dialog.apply, Qt.MouseButton.LeftButton)
    assert (fix.isEnabled(), undo.isEnabled()) == (False, False)
    may_end.set()
    qtbot.waitUntil(undo.isEnabled, timeout=PATIENCE)
    assert set(enabled[:-1]) == {(False, False)}, "until the files were examined anew"
    undo.trigger()
    assert (fix.isEnabled(), undo.isEnabled()) == (False, False)
    qtbot.waitUntil(fix.isEnabled, timeout=PATIENCE)
    assert not undo.isEnabled()

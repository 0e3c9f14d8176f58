"""Each answer belongs to its question: what comes late for an older one is not heard."""

import threading

import pytest

from endstop.engines.engine import Loading
from endstop.errors import CancelledError
from endstop.gui.diagnostics import examiner as examiner_module
from endstop.gui.diagnostics.examination import examine
from endstop.gui.diagnostics.examiner import Examiner
from endstop.gui.workers.model_session import ModelState
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag
from tests.gui.gate import Gate
from tests.gui.panel import copied_model
from tests.support.scripted_engine import ScriptedEngine

PATIENCE = 60_000


class HeldLoad:
    """A load that waits until it may go on or is cancelled; counts both."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.begun = self.cancelled = 0

    def __call__(self, location, progress, cancelled):
        self.begun += 1
        progress(Loading("Reading weights", self.begun / 10))
        while not self.goes_on.wait(0.01):
            if cancelled():
                self.cancelled += 1
                raise CancelledError
        return ScriptedEngine([SLIP, SLIP])


@pytest.mark.parametrize("times", [1, 5])
def test_the_same_model_loaded_again_while_it_loads_is_there_in_the_end(
    qtbot, make_window, samples, times
):
    load = HeldLoad()
    window = make_window(load=load)
    qtbot.waitUntil(lambda: window.session.status.fraction == 0.1)
    for _again in range(times):
        window.session.load(window.session.status.location)
    qtbot.waitUntil(lambda: load.cancelled >= 1, timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.session.status.fraction > 0.1, timeout=PATIENCE)
    load.goes_on.set()
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.READY, timeout=PATIENCE)
    assert window.notices.notices == []
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)


def test_stopping_a_load_is_not_waited_for(qtbot, make_window):
    hangs = threading.Event()

    def load(_location, progress, _cancelled):
        progress(Loading("Reading weights", 0.5))
        assert hangs.wait(60)
        raise CancelledError

    window = make_window(load=load)
    qtbot.waitUntil(lambda: window.session.status.fraction == 0.5)
    window.own_actions.stop.trigger()
    assert window.session.status.state is ModelState.NONE
    assert [each.sentence for each in window.notices.notices] == ["Loading the model was stopped."]
    hangs.set()


def test_a_document_extracted_again_hears_nothing_of_its_older_run(qtbot, scripted_window, samples):
    gate = Gate(document=0, token=10)
    window = scripted_window(SLIP, SLIP, before_token=gate)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(gate.reached.is_set, timeout=PATIENCE)
    (entry,) = window.documents.list
    window.documents.queue.stop_running()
    gate.open()
    qtbot.waitUntil(all_in(window, "stopped"), timeout=PATIENCE)
    window.documents.extract([entry])
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert len(entry.tokens) == entry.extraction.statistics.tokens


class HeldExaminations:
    """Real examinations; the first is looked at once and told when it may be."""

    def __init__(self) -> None:
        self.first_was_made, self.first_may_end = threading.Event(), threading.Event()
        self._first = True

    def __call__(self, path):
        first, self._first = self._first, False
        examination = examine(path)
        if first:
            self.first_was_made.set()
            assert self.first_may_end.wait(60)
        return examination


def test_an_older_examination_does_not_overwrite_a_newer_one(qtbot, qapp, monkeypatch, tmp_path):
    held = HeldExaminations()
    monkeypatch.setattr(examiner_module, "examine", held)
    model = copied_model(tmp_path)
    examiner = Examiner(qapp)
    try:
        examiner.follow(str(model))
        assert held.first_was_made.wait(60)
        (model / "generation_config.json").write_text('{"eos_token_id": [256, 258]}')
        examiner.examine_again()
        qtbot.waitUntil(lambda: examiner.own.examination is not None, timeout=PATIENCE)
        newer = examiner.own.examination
        with qtbot.waitSignal(examiner.changed, timeout=PATIENCE):
            held.first_may_end.set()
        assert examiner.own.examination is newer
        assert "EOS001" not in [each.code for each in newer.findings]
    finally:
        held.first_may_end.set()
        examiner.shut_down()
        examiner.deleteLater()

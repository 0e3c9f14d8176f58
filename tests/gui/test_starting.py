"""The window is there first; the model follows, or says why not."""

import threading

import pytest
from PySide6.QtCore import Qt

from endstop.assets import bundled_model
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.engines.engine import Loading
from endstop.errors import CancelledError, ModelError
from endstop.extraction.extract import extract
from endstop.extraction.probe_target import probe_engine
from endstop.extraction.request import Request
from endstop.gui.workers.inference_thread import InferenceThread
from endstop.gui.workers.model_session import ModelState
from endstop.schemas.load import load_schema
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, statuses
from tests.support.scripted_engine import ScriptedEngine

PATIENCE = 60_000


class SlowLoad:
    """A load that reports half and waits until it may go on or is cancelled."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()

    def __call__(self, location, progress, cancelled):
        progress(Loading("Reading weights", 0.5))
        while not self.goes_on.wait(0.01):
            if cancelled():
                raise CancelledError
        return ScriptedEngine([SLIP])


def test_the_window_shows_before_the_model_and_the_load_shows_progress(qtbot, make_window, samples):
    load = SlowLoad()
    window = make_window(load=load)
    assert window.isVisible()
    picker = window.toolbar.model
    qtbot.waitUntil(lambda: window.session.status.fraction == 0.5)
    assert picker.detail == "loading 50 %"
    assert window.toolbar.status.text() == "Reading weights"
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(lambda: "Waiting for the model" in statuses(window)[0], timeout=PATIENCE)
    load.goes_on.set()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert picker.detail == "1.0 MB"


def test_escape_stops_a_load_which_can_be_begun_again(qtbot, make_window):
    load = SlowLoad()
    window = make_window(load=load)
    qtbot.waitUntil(lambda: window.session.status.fraction == 0.5)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.NONE)
    load.goes_on.set()
    qtbot.mouseClick(window.notices.bars[0].button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.READY)


def test_a_model_that_cannot_be_loaded_is_a_notice_with_a_way_out(
    qtbot, make_window, settings, tmp_path
):
    settings.model = str(tmp_path)

    def load(location, progress, cancelled):
        if location == str(tmp_path):
            raise ModelError("config.json is missing.", "Choose a folder that holds a model.")
        return ScriptedEngine([SLIP])

    window = make_window(load=load)
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.FAILED)
    bar = window.notices.bars[0]
    assert bar.text.text() == "config.json is missing. Choose a folder that holds a model."
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.READY)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_load_that_crashes_is_a_notice_too(qtbot, make_window, caplog):
    def load(location, progress, cancelled):
        raise RuntimeError("boom")

    window = make_window(load=load)
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.FAILED)
    assert "RuntimeError: boom" in window.notices.notices[0].sentence


def test_another_model_replaces_a_load_in_progress(qtbot, make_window, tmp_path, settings):
    load = SlowLoad()
    window = make_window(load=load)
    qtbot.waitUntil(lambda: window.session.status.fraction == 0.5)
    window.toolbar.model.chosen.emit(str(tmp_path))
    load.goes_on.set()
    qtbot.waitUntil(lambda: window.session.status.state is ModelState.READY)
    assert window.session.status.location == str(tmp_path)
    assert settings.model == str(tmp_path)
    assert not window.notices.notices


class SeenRenderer(Renderer):
    """Tells when it was asked for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()

    def render(self, *arguments, **options):
        self.asked.set()
        return super().render(*arguments, **options)


def test_pages_are_rasterised_while_the_model_loads(qtbot, samples):
    load, renderer = SlowLoad(), SeenRenderer()
    thread = InferenceThread(load, extract, probe_engine, lambda: renderer)
    thread.start()
    thread.submit_load(str(bundled_model()))
    thread.announce(Request(recognise(samples[0]), load_schema("slip")))
    try:
        assert renderer.asked.wait(60)
        assert not load.goes_on.is_set()
    finally:
        thread.shut_down()

"""The application around the window."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from endstop import logs
from endstop.assets import bundled_model
from endstop.gui.window.application import Faults, FirstPaint
from endstop.gui.window.main_window import MainWindow
from tests.gui.conftest import OFFSCREEN_REMARK

SCRIPT = """
import sys
import threading
from PySide6.QtCore import QTimer
from endstop.gui.window.application import make_application, open_window
from endstop.gui.settings.settings import default_settings
application = make_application(["endstop"])
window = open_window(application, default_settings())
QTimer.singleShot(0, lambda: print("running", flush=True))
sys.exit(application.exec())
"""


RUN = """
import sys
from PySide6.QtCore import QTimer
from endstop.gui.window import application

class Window(application.MainWindow):
    def start(self):
        super().start()
        QTimer.singleShot(500, lambda: print("loading", self.session.status.location, flush=True))

application.MainWindow = Window
sys.exit(application.run_window(["endstop"]))
"""


@pytest.mark.mlx
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupt_closes_the_window_cleanly(number):
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "running\n"
    process.send_signal(number)
    _output, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert set(errors.splitlines()) <= {OFFSCREEN_REMARK}


def test_a_second_interrupt_ends_a_window_that_stands_still():
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    script = SCRIPT.replace("flush=True)", "flush=True) or threading.Event().wait(60)")
    process = subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "running\n"
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (128 + signal.SIGINT, 128 + signal.SIGTERM)


def test_a_fault_in_any_thread_becomes_a_notice(qtbot, make_window, caplog, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    window = make_window(start=False)
    logs.report_unforeseen(Faults(window.notices).tell)
    error = ValueError("odd")

    def fail() -> None:
        raise error

    thread = threading.Thread(target=fail)
    thread.start()
    qtbot.waitUntil(lambda: bool(window.notices.notices))
    thread.join()
    said = window.notices.notices[0].sentence
    assert said == "Something went wrong in Endstop: ValueError: odd."
    assert caplog.records[0].exc_info[1] is error


@pytest.mark.parametrize("name", ["generation_config.json", "chat_template.jinja"])
def test_a_file_that_never_answers_does_not_keep_the_process(tmp_path, name):
    """A FIFO that nobody writes, in the folder of the model that is loaded and examined."""
    model = tmp_path / "model"
    model.mkdir()
    for file in bundled_model().iterdir():
        (model / file.name).symlink_to(file)
    (model / name).unlink(missing_ok=True)
    os.mkfifo(model / name)
    for folder in ("Endstop", "endstop", "."):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "endstop.ini").write_text(f"[General]\nmodel={model}\n")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", RUN], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == f"loading {model}\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("shown", [True, False])
def test_the_first_paint_is_told_once_and_a_hidden_window_is_not_waited_for(
    qtbot, settings, theme, shown
):
    window = MainWindow(settings, theme)
    qtbot.addWidget(window)
    told = []
    FirstPaint(window).happened.connect(lambda: told.append(window.isVisible()))
    if shown:
        window.show()
    qtbot.waitUntil(lambda: bool(told))
    window.show()
    window.repaint()
    qtbot.wait(50)
    assert told == [shown]

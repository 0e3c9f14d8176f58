"""The application around the window."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from endstop.gui.application import Faults, FirstPaint
from endstop.gui.main_window import MainWindow
from tests.gui.conftest import OFFSCREEN_REMARK

SCRIPT = """
import sys
import threading
from PySide6.QtCore import QTimer
from endstop.gui.application import make_application, open_window
from endstop.gui.settings import default_settings
application = make_application(["endstop"])
window = open_window(application, default_settings())
QTimer.singleShot(0, lambda: print("running", flush=True))
sys.exit(application.exec())
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


def test_a_fault_in_any_thread_becomes_a_notice(qtbot, make_window, caplog):
    window = make_window(start=False)
    faults = Faults(window)
    error = ValueError("odd")
    thread = threading.Thread(target=faults.report, args=(ValueError, error, None))
    thread.start()
    qtbot.waitUntil(lambda: bool(window.parts.notices.notices))
    thread.join()
    said = window.parts.notices.notices[0].sentence
    assert said == "Something went wrong in Endstop: ValueError: odd."
    assert caplog.records[0].exc_info[1] is error


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

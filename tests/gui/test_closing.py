"""Closing: cleanly while the model writes, and never with results lost in silence."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from endstop.gui.window.dialogs import CloseAnswer
from tests.gui.conftest import OFFSCREEN_REMARK, SLIP
from tests.gui.events import all_in, drop, file_drag

PATIENCE = 60_000
SCRIPT = Path(__file__).parent / "close_while_generating.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.mlx
def test_closing_while_it_generates_is_clean_ten_times_out_of_ten():
    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda _: run("-W", "error", str(SCRIPT)), range(10)))
    remarks = [set(each.stderr.splitlines()) - {OFFSCREEN_REMARK} for each in runs]
    assert remarks == [set()] * 10
    assert [each.stdout for each in runs] == ["closing while extracting\n"] * 10
    assert [each.returncode for each in runs] == [0] * 10


def test_closing_while_the_model_loads_is_clean(qtbot, make_window):
    def load(location, progress, cancelled):
        from endstop.errors import CancelledError

        while not cancelled():
            pass
        raise CancelledError

    window = make_window(load=load)
    assert window.close()
    assert window.inference.isFinished()


def test_results_that_are_not_exported_are_asked_about_once(
    qtbot, scripted_window, samples, answers
):
    window = scripted_window(SLIP, SLIP)
    drop(window, file_drag(samples[:2]))
    qtbot.waitUntil(all_in(window, "done", "done"), timeout=PATIENCE)
    answers.close_answer = CloseAnswer.CANCEL
    assert not window.close()
    assert window.isVisible()
    answers.close_answer = CloseAnswer.CLOSE
    assert window.close()
    assert answers.asked_to_close == [2, 2]


def test_closing_can_export_first(qtbot, scripted_window, samples, answers):
    window = scripted_window(SLIP)
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    answers.close_answer = CloseAnswer.EXPORT
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE)
    assert (answers.folder_answer / f"{samples[0].stem}.json").exists()


def test_an_empty_window_closes_without_a_question(qtbot, scripted_window, answers):
    window = scripted_window(SLIP)
    assert window.close()
    assert answers.asked_to_close == []


def test_twenty_thousand_void_calls_do_not_end_the_process():
    """PySide6 6.12 on Python 3.11 and older dies after about 5,000 (see pyproject.toml)."""
    code = (
        "from PySide6.QtCore import QObject\n"
        "thing = QObject()\n"
        "for _ in range(20_000):\n"
        "    thing.setObjectName('x')\n"
        "print('alive')\n"
    )
    ended = run("-c", code)
    assert (ended.returncode, ended.stdout) == (0, "alive\n")


def test_a_window_that_is_closed_before_it_starts_loads_nothing(qtbot, make_window):
    loads = []
    window = make_window(load=lambda *_given: loads.append(1), start=False)
    assert window.close()
    window.start()
    assert not window.inference.isRunning()
    assert not loads

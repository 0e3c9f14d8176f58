"""Work off the GUI thread."""

import threading

import pytest
from PySide6.QtCore import QObject, QThread

from endstop.errors import DocumentError
from endstop.gui.workers.background import Background


@pytest.fixture
def background(qapp):
    owner = QObject()
    made = Background(1, owner)
    yield made
    made.shut_down()


def test_work_runs_elsewhere_and_its_outcome_comes_here(qtbot, background):
    outcomes = []
    here = QThread.currentThread()
    background.submit(
        lambda: QThread.currentThread(),
        lambda there: outcomes.append((there is here, QThread.currentThread() is here)),
    )
    qtbot.waitUntil(lambda: bool(outcomes))
    assert outcomes == [(False, True)]


def test_an_expected_error_is_an_outcome(qtbot, background):
    def work():
        raise DocumentError("No.")

    outcomes = []
    background.submit(work, outcomes.append)
    qtbot.waitUntil(lambda: bool(outcomes))
    assert outcomes[0].sentence == "No."


def test_an_unexpected_error_reaches_the_hook(qtbot, background):
    def work():
        raise ZeroDivisionError

    with qtbot.captureExceptions() as caught:
        background.submit(work, lambda _: None)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError


def test_after_the_end_nothing_is_delivered(qtbot, background):
    goes_on, outcomes = threading.Event(), []
    background.submit(goes_on.wait, outcomes.append)
    background.submit(lambda: 2, outcomes.append)
    goes_on.set()
    background.shut_down()
    background.submit(lambda: 3, outcomes.append)
    qtbot.wait(0)
    assert outcomes == []

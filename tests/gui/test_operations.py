"""Work off the GUI thread."""

import os
import threading

import pytest
from PySide6.QtCore import QObject, QThread

from endstop.errors import DocumentError, UnforeseenError
from endstop.gui.workers.operations import Operations


@pytest.fixture
def operations(qapp):
    owner = QObject()
    made = Operations(1, owner)
    yield made
    made.shut_down()


def test_work_runs_elsewhere_and_its_outcome_comes_here(qtbot, operations):
    outcomes = []
    here = QThread.currentThread()
    operations.start(
        lambda: QThread.currentThread(),
        lambda there: outcomes.append((there is here, QThread.currentThread() is here)),
    )
    qtbot.waitUntil(lambda: bool(outcomes))
    assert outcomes == [(False, True)]


def test_an_expected_error_is_an_outcome(qtbot, operations):
    def work():
        raise DocumentError("No.")

    outcomes = []
    operations.start(work, outcomes.append)
    qtbot.waitUntil(lambda: bool(outcomes))
    assert outcomes[0].sentence == "No."


@pytest.mark.parametrize("error", [ZeroDivisionError("x"), SystemExit(3), MemoryError()])
def test_an_unforeseen_error_is_an_outcome_with_its_traceback(qtbot, operations, caplog, error):
    def work():
        raise error

    outcomes = []
    operations.start(work, outcomes.append)
    operations.start(lambda: "next", outcomes.append)
    qtbot.waitUntil(lambda: len(outcomes) == 2)
    assert isinstance(outcomes[0], UnforeseenError)
    assert type(error).__name__ in outcomes[0].sentence
    assert "in work" in outcomes[0].details
    assert outcomes[1] == "next"
    assert caplog.records[0].exc_info[1] is error
    caplog.clear()


def test_what_hangs_is_not_waited_for(tmp_path, operations):
    """A FIFO that nobody writes: to open it never returns."""
    fifo, outcomes = tmp_path / "fifo", []
    os.mkfifo(fifo)
    operations.start(fifo.read_bytes, outcomes.append)
    assert not operations.shut_down(patience_s=0.1)
    with fifo.open("wb"):
        pass
    assert operations.shut_down(patience_s=60)
    assert outcomes == []


def test_after_the_end_nothing_is_delivered(qtbot, operations):
    goes_on, outcomes = threading.Event(), []
    operations.start(goes_on.wait, outcomes.append)
    operations.start(lambda: 2, outcomes.append)
    goes_on.set()
    operations.shut_down()
    operations.start(lambda: 3, outcomes.append)
    qtbot.wait(0)
    assert outcomes == []

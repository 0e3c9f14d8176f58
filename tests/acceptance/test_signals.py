"""Ctrl-C, SIGTERM, SIGHUP and kill -9 at moments of a real run, sent as a terminal sends them."""

import signal
import sys

import pytest

from tests.hostile.documents import write_heavy_pdf
from tests.hostile.signalled import Batch, Ended, copies
from tests.support.hostile_folders import ENDLESS, make_endless

INT, TERM, HUP, KILL = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL
SOON_S = 3  # the promise is a second, and a machine that tests has more to do


def assert_tidy(ended: Ended, code: int) -> None:
    assert ended.exit_code == code, ended.errors
    assert ended.seconds < SOON_S
    assert ended.is_tidy, ended


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process catches")
def test_ctrl_c_is_heard_from_the_first_line_on(tmp_path):
    batch = Batch(copies(tmp_path / "in", 3), tmp_path / "out")
    batch.wait_for(batch.watches)
    assert_tidy(batch.signal(INT), 130)


def test_ctrl_c_while_a_child_starts_says_nothing(tmp_path):
    batch = Batch(copies(tmp_path / "in", 3), tmp_path / "out")
    batch.wait_for(batch.has_children)
    ended = batch.signal(INT)
    assert_tidy(ended, 130)
    assert ended.errors == ""


@pytest.mark.mlx
@pytest.mark.parametrize("numbers", [(INT,), (INT, INT)], ids=["once", "twice"])
def test_ctrl_c_leaves_what_is_finished(tmp_path, numbers):
    batch = Batch(copies(tmp_path / "in", 40), tmp_path / "out")
    batch.wait_for(batch.finished)
    ended = batch.signal(*numbers)
    assert_tidy(ended, 130)
    assert 0 < ended.finished < 40


@pytest.mark.parametrize(
    ("numbers", "code"),
    [((TERM,), 143), ((HUP,), 129), ((INT,), 130), ((KILL,), -9)],
    ids=["TERM", "HUP", "INT", "KILL"],
)
def test_children_end_with_it_in_the_midst_of_a_page(tmp_path, numbers, code):
    heavy = write_heavy_pdf(tmp_path / "heavy.pdf")
    batch = Batch([heavy], tmp_path / "out")
    batch.wait_for(batch.has_a_busy_child)
    assert_tidy(batch.signal(*numbers, to_group=False), code)


@pytest.mark.parametrize(("number", "code"), [(INT, 130), (TERM, 143), (KILL, -9)])
def test_the_doctor_and_its_child_end_amid_a_template(tmp_path, number, code):
    folder = make_endless(tmp_path / "model", ENDLESS[0])
    batch = Batch([], tmp_path / "out", "doctor", folder)
    batch.wait_for(batch.has_a_busy_child)
    assert_tidy(batch.signal(number, to_group=False), code)

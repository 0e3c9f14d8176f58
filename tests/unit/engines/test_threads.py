"""Slow steps can be left waiting, and a thread leaves mlx as mlx wants it."""

import threading

import mlx.core as mx
import pytest

from endstop.engines.mlx.threads import aside, leave_thread
from endstop.errors import CancelledError

pytestmark = pytest.mark.mlx


def never() -> bool:
    return False


def test_the_result_of_a_step_aside_comes_back():
    assert aside(threading.get_ident, never) != threading.get_ident()


def test_an_error_aside_comes_back():
    with pytest.raises(ZeroDivisionError):
        aside(lambda: 1 // 0, never)


def test_waiting_ends_where_it_is_cancelled_and_the_step_goes_on():
    may_end, ended = threading.Event(), threading.Event()

    def step() -> None:
        may_end.wait()
        ended.set()

    with pytest.raises(CancelledError):
        aside(step, lambda: True)
    assert not ended.is_set()
    may_end.set()
    assert ended.wait(timeout=60)


def test_a_thread_that_left_computes_no_more_and_others_do():
    errors = []

    def compute_and_leave() -> None:
        mx.eval(mx.ones(3) + 1)
        leave_thread()
        try:
            mx.eval(mx.ones(3) + 1)
        except RuntimeError as error:
            errors.append(str(error))

    thread = threading.Thread(target=compute_and_leave)
    thread.start()
    thread.join()
    assert "no Stream" in errors[0]
    assert (mx.ones(3) + 1).tolist() == [2, 2, 2]

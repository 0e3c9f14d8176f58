"""Threads and mlx: slow steps that can be left waiting, and what a thread owes when it ends.

mlx keeps streams for each thread that computes, and wants them cleared by the thread itself: mlx
0.32 otherwise aborts one process in ten at its exit ("terminate called without an active
exception", measured on Linux), and later ones always do.
"""

import atexit
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import TypeVar

from endstop.engines.engine import Cancelled
from endstop.errors import CancelledError

_LOOKS_EVERY = 0.02  # seconds

T = TypeVar("T")


def aside(work: Callable[[], T], cancelled: Cancelled) -> T:
    """The result of `work`, done in a thread of its own, so that waiting can be cancelled.

    Raises CancelledError, and then `work` ends unheard; else what `work` raises.
    """
    executor = ThreadPoolExecutor(1)
    result = executor.submit(_then_leave, work)
    executor.shutdown(wait=False)
    while not wait([result], _LOOKS_EVERY).done:
        if cancelled():
            raise CancelledError
    return result.result()


def leave_thread() -> None:
    """Give back what mlx holds for this thread, which cannot compute with mlx from then on."""
    if "mlx.core" in sys.modules:
        import mlx.core as mx

        mx.clear_streams()


def leave_at_exit() -> None:
    """Have the main thread leave when the process ends; other threads have to do it."""
    if threading.current_thread() is threading.main_thread():
        _register_once()


@cache
def _register_once() -> None:
    atexit.register(leave_thread)


def _then_leave(work: Callable[[], T]) -> T:
    try:
        return work()
    finally:
        leave_thread()

"""Ctrl-C at twenty moments of a batch, from its start on."""

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

from tests.hostile.signalled import Batch, copies

MOMENTS = (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10)  # s
_DOCUMENTS = 60
_SOON_S = 1.0


def signal_lines() -> Iterator[tuple[bool, dict[str, Any]]]:
    """Whether the promises were kept at a moment, and what there is to say."""
    with tempfile.TemporaryDirectory() as scratch:
        documents = copies(Path(scratch) / "in", _DOCUMENTS)
        for moment in MOMENTS:
            batch = Batch(documents, Path(scratch) / f"out-{moment}")
            sleep(moment)
            begun = batch.watches()  # before that it is the interpreter that speaks
            ended = batch.signal(signal.SIGINT)
            yield (
                not begun or (ended.exit_code == 130 and ended.seconds < _SOON_S and ended.is_tidy),
                {
                    "case": f"Ctrl-C after {moment} s",
                    "program": "signals",
                    "begun": begun,
                    "exit_code": ended.exit_code,
                    "gone_s": round(ended.seconds, 2),
                    "finished": ended.finished,
                    "stray": ended.stray,
                    "orphans": ended.orphans,
                    "traceback": ended.has_traceback,
                },
            )

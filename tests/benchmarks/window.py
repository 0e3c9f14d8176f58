"""How soon the window is there, and how late it answers while it works."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tests.benchmarks.documents import make_pdf
from tests.benchmarks.figure import Figure

ROUNDS = 5
PAGES = 300
WHILE = {
    "generating": "the bundled model reads the samples, Tokens tab open",
    "opening": f"a PDF of {PAGES} pages is opened",
    "loading": "the bundled model is loaded, libraries imported",
    "idle": "nothing happens",
}


def figures() -> Iterator[Figure]:
    """Time to the first paint against a bare window; stalls of the event loop, absolute."""
    _first_paint("endstop")  # Python writes its byte code
    ratios = [_first_paint("endstop") / _first_paint("bare") for _ in range(ROUNDS)]
    detail = f"median of {ROUNDS} pairs against a bare QMainWindow, from the process's start"
    yield Figure("first_window", round(median(ratios), 2), "ratio", detail)
    with tempfile.TemporaryDirectory() as folder:
        stalls: dict[str, list[float]] = _measured("stalls", str(make_pdf(Path(folder), PAGES)))
    for name, what in WHILE.items():
        late = 1000 * np.array(stalls[name])
        for measure, value in (
            ("p50", np.percentile(late, 50)),
            ("p99", np.percentile(late, 99)),
            ("max", late.max()),
        ):
            detail = f"delay of {len(late)} beats in the event loop while {what}"
            yield Figure(f"stall_{name}_{measure}", round(float(value), 2), "ms", detail)


def _first_paint(window: str) -> float:
    """Seconds from the start of the process."""
    started = time.monotonic()
    return float(_measured(window)) - started


def _measured(*arguments: str) -> Any:
    """What `tests.benchmarks.windows` prints, offscreen and with byte code kept, as for a user."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "tests.benchmarks.windows", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
    return json.loads(done.stdout)

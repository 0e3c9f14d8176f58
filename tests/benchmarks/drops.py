"""How long ten thousand dropped files take, and how long the window stands still meanwhile."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from tests.benchmarks.figure import Figure

COUNT = 10_000


def figures() -> Iterator[Figure]:
    """Seconds of each step, the longest stall of the event loop, and what of it was work."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_CONFIG_HOME=folder)
        command = [sys.executable, "-m", "tests.benchmarks.dropping", folder, str(COUNT)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
    for step, measured in json.loads(done.stdout).items():
        detail = f"{step.replace('_', ' ')}, {COUNT} files a drop"
        yield Figure(f"drop_{step}", round(measured["seconds"], 2), "s", detail)
        yield Figure(f"drop_{step}_work", round(measured["work"], 2), "s", f"computed: {detail}")
        for name, what in (("stall", "longest stall"), ("busy", "most computed in one go")):
            value = round(measured[f"{name}_ms"], 1)
            yield Figure(f"drop_{step}_{name}", value, "ms", f"{what} of the window: {detail}")

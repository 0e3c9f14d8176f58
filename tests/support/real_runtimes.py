"""The really installed runtimes, in child processes that answer for many folders.

The versions of the environment run in one, the older ones of `.venv/runtimes` (see the Makefile)
in another.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from endstop.doctor.runtimes.runtime import RuntimeName

NEWER = (RuntimeName.TRANSFORMERS, RuntimeName.MLX_LM, RuntimeName.MLX_VLM)
OLDER = (RuntimeName.MLX_LM_0_31, RuntimeName.MLX_VLM_0_6)
OLDER_PACKAGES = ("mlx-lm-0.31.3", "mlx-vlm-0.6.17")
_WORKER = Path(__file__).with_name("runtime_worker.py")


@dataclass(frozen=True, slots=True)
class RealStopSet:
    """What a runtime answered: the ids that end generation, or why it failed."""

    ids: frozenset[int]
    error: str = ""


@dataclass(frozen=True, slots=True)
class RealRuntimes:
    """The running child processes, by the runtime that they answer for."""

    processes: dict[RuntimeName, "subprocess.Popen[str]"]

    def stop_set(self, name: RuntimeName, folder: Path) -> RealStopSet:
        """Ask a runtime about a folder."""
        question = {"runtime": name, "folder": str(folder)}
        process = self.processes[name]
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, f"the process that answers for {name} has died"
        answer: dict[str, Any] = json.loads(line)
        return RealStopSet(frozenset(answer.get("ids", ())), answer.get("error", ""))


@contextmanager
def running_runtimes() -> Iterator[RealRuntimes]:
    """Start the child processes and end them."""
    older = Path(sys.prefix) / "runtimes"
    missing = [name for name in OLDER_PACKAGES if not (older / name).is_dir()]
    assert not missing, f"{missing} are not installed; `make test` does it"
    path = os.pathsep.join(str(older / name) for name in OLDER_PACKAGES)
    processes = {**dict.fromkeys(NEWER, _start("")), **dict.fromkeys(OLDER, _start(path))}
    try:
        yield RealRuntimes(processes)
    finally:
        for process in set(processes.values()):
            process.communicate()


def _start(path: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": path, "HF_HUB_OFFLINE": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, str(_WORKER)],
        stdin=pipe,
        stdout=pipe,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=environment,
    )

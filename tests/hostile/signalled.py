"""A batch of documents that gets signals as a terminal or a system sends them."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import psutil

from endstop.assets import resource

# A terminal's Ctrl-C reaches a whole process group, so each run gets a group of its own.
_HANG_S = 60
_ENDED_S = 1.5
_COMMAND = (sys.executable, "-m", "endstop")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended; `seconds` are those from the last signal until it was gone."""

    exit_code: int
    seconds: float
    finished: int
    stray: tuple[str, ...]
    orphans: int
    errors: str

    @property
    def has_traceback(self) -> bool:
        """Whether Python spoke to the user."""
        return "Traceback" in self.errors or "Exception ignored" in self.errors

    @property
    def is_tidy(self) -> bool:
        """Whether it left neither processes nor half-written files, and no traceback."""
        return not (self.has_traceback or self.orphans or self.stray)


def copies(folder: Path, count: int) -> list[Path]:
    """`count` documents, each a copy of a sample."""
    folder.mkdir(parents=True, exist_ok=True)
    sample = resource("samples") / "slip-01.pdf"
    paths = [folder / f"slip-{number:03}.pdf" for number in range(count)]
    for path in paths:
        path.write_bytes(sample.read_bytes())
    return paths


class Batch:
    """A run of `endstop extract`, in a process group of its own."""

    def __init__(self, documents: Sequence[Path], out: Path, *command: str | Path) -> None:
        """Extracts the documents; or runs another command of Endstop's."""
        self._out = out
        self._errors = out.with_suffix(".stderr")
        extract = ("extract", *documents, "--schema", "slip", "--out", out)
        command = (*_COMMAND, *(command or extract))
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                list(map(str, command)),
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )

    def wait_for(self, happened: Callable[[], bool]) -> None:
        """Return as soon as it happened; fails if the run ends before."""
        deadline = monotonic() + _HANG_S
        while not happened():
            assert self.process.poll() is None, self._said()
            assert monotonic() < deadline
            sleep(0.01)

    def watches(self) -> bool:
        """Whether it has taken SIGHUP, the last of the signals, for itself; on Linux alone."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (signal.SIGHUP - 1) & 1)

    def has_children(self) -> bool:
        """Whether a child begins to start."""
        return len(self._children()) > 1  # the first is multiprocessing's own

    def has_a_busy_child(self, seconds: float = 0.4) -> bool:
        """Whether a child has worked for so long, that is longer than it takes to start."""
        with suppress(psutil.NoSuchProcess):
            return any(child.cpu_times().user > seconds for child in self._children())
        return False

    def _children(self) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            return psutil.Process(self.process.pid).children(recursive=True)
        return []

    def finished(self) -> int:
        """How many documents are done."""
        return len([path for path in self._out.glob("*.json") if ".meta" not in path.name])

    def signal(self, *numbers: signal.Signals, to_group: bool = True) -> Ended:
        """Send signals, one after another, and see how it ends."""
        for number in numbers:
            with suppress(ProcessLookupError):
                if to_group:
                    os.killpg(self.process.pid, number)
                else:
                    os.kill(self.process.pid, number)
        sent = monotonic()
        try:
            code = self.process.wait(_HANG_S)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            code = self.process.wait()
        seconds = monotonic() - sent
        stray = tuple(path.name for path in self._out.glob(".*"))
        return Ended(code, seconds, self.finished(), stray, self._orphans(), self._said())

    def _said(self) -> str:
        return self._errors.read_text(encoding="utf-8", errors="replace")

    def _orphans(self) -> int:
        """How many processes of the group are left a moment later; they are ended."""
        deadline = monotonic() + _ENDED_S
        while left := _in_session(self.process.pid):
            if monotonic() > deadline:
                break
            sleep(0.02)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(left)


def _in_session(session: int) -> list[int]:
    """The processes of a session that are not zombies."""
    found = []
    for process in psutil.process_iter(["pid", "status"]):
        with suppress(ProcessLookupError, PermissionError):
            alive = process.info["status"] != psutil.STATUS_ZOMBIE
            if alive and os.getsid(process.info["pid"]) == session:
                found.append(process.info["pid"])
    return found

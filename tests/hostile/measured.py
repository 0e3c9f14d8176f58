"""Run a real process under limits of time and memory, and measure what it takes."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, sleep

import psutil

_LOOKS_EVERY_S = 0.05
# Whoever does next to nothing for so long waits for something that never comes.
_IDLE_S = 10
_NEXT_TO_NOTHING_S = 0.3  # a child's guard of its memory does that much
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Measured:
    """How a process ended, and the most that it and its children took together.

    `seconds` are those of the clock, `busy_s` those of the processors; `peak_mb` is resident.
    """

    exit_code: int
    seconds: float
    busy_s: float
    peak_mb: float
    hung: bool
    overfull: bool
    loaded_mlx: bool
    output: str
    errors: str

    @property
    def has_traceback(self) -> bool:
        """Whether Python spoke to the user."""
        return "Traceback" in self.errors or "Exception ignored" in self.errors

    def plain(self) -> dict[str, object]:
        """For JSON, with the end of what was said instead of all of it."""
        said = {"output": self.output[-200:], "errors": self.errors[-300:]}
        return asdict(self) | said | {"traceback": self.has_traceback}


def measured(
    command: Sequence[str | Path],
    *,
    limit_s: float,
    limit_mb: float,
    scratch: Path,
    environment: dict[str, str] | None = None,
) -> Measured:
    """Run `command` in a session of its own; it and its children end at either limit.

    `limit_s` is of processor time, for other programs' load makes the clock's worth nothing.
    """
    out, errors = scratch / "stdout", scratch / "stderr"
    with out.open("wb") as output, errors.open("wb") as said:
        process = subprocess.Popen(
            list(map(str, command)),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=said,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
    watch = _Watch(process.pid, limit_s, limit_mb)
    status, busy_s = watch.ended()
    process.returncode = os.waitstatus_to_exitcode(status)  # it is waited for already
    return Measured(
        exit_code=process.returncode,
        seconds=round(watch.seconds, 2),
        busy_s=round(busy_s, 2),
        peak_mb=round(watch.peak / _MB, 1),
        hung=watch.hung,
        overfull=watch.overfull,
        loaded_mlx=watch.loaded_mlx,
        output=out.read_text(encoding="utf-8", errors="replace"),
        errors=errors.read_text(encoding="utf-8", errors="replace"),
    )


class _Watch:
    """Looks at a process and its children until it has ended."""

    def __init__(self, pid: int, limit_s: float, limit_mb: float) -> None:
        self._pid = pid
        self._started = self._busy_until = monotonic()
        self._busy_s = self._busy_before = 0.0
        self._limit_s = limit_s
        self._limit = limit_mb * _MB
        self.seconds = 0.0
        self.peak = 0
        self.hung = self.overfull = self.loaded_mlx = False

    def ended(self) -> tuple[int, float]:
        """Wait for the end; the status and the seconds of processor time."""
        while True:
            pid, status, usage = os.wait4(self._pid, os.WNOHANG)
            self.seconds = monotonic() - self._started
            if pid:
                return status, usage.ru_utime + usage.ru_stime
            self._look()
            if self.hung or self.overfull:
                with suppress(ProcessLookupError):
                    os.killpg(self._pid, signal.SIGKILL)
            sleep(_LOOKS_EVERY_S)

    def _look(self) -> None:
        with suppress(psutil.Error):
            process = psutil.Process(self._pid)
            family = [process, *process.children(recursive=True)]
            self.peak = max(self.peak, sum(map(_resident, family)))
            busy_s = sum(map(_busy, family))
            self._busy_s = max(self._busy_s, busy_s)
        if self._busy_s > self._busy_before + _NEXT_TO_NOTHING_S:
            self._busy_before, self._busy_until = self._busy_s, monotonic()
        idle_s = monotonic() - self._busy_until
        self.hung = self.hung or self._busy_s > self._limit_s or idle_s > _IDLE_S
        self.overfull = self.overfull or self.peak > self._limit
        self.loaded_mlx = self.loaded_mlx or _has_mlx(self._pid)


def _resident(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return process.memory_info().rss
    return 0


def _busy(process: psutil.Process) -> float:
    """Seconds of processor time, of children that have ended too."""
    with suppress(psutil.Error):
        return sum(process.cpu_times()[:4])
    return 0.0


def _has_mlx(pid: int) -> bool:
    """Whether mlx is in the process; only Linux tells."""
    with suppress(OSError):
        return b"libmlx" in Path(f"/proc/{pid}/maps").read_bytes()
    return False

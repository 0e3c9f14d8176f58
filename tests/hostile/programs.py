"""The programs that meet a hostile folder, and what is forbidden there."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from endstop.assets import resource
from tests.hostile.case import Case
from tests.hostile.code import MARKER
from tests.hostile.measured import Measured, measured

PROGRAMS = ("doctor", "extract")
# What bounds any folder before a model is really loaded.
BUSY_S = 5
PEAK_MB = 300
_ENDSTOP = (sys.executable, "-m", "endstop")


@dataclass(frozen=True, slots=True)
class Met:
    """What a program took on a folder, and whether code of the folder ran or was copied."""

    process: Measured
    code_ran: bool

    @property
    def kept(self) -> bool:
        """Whether the promises were kept."""
        took = self.process
        excess = not took.loaded_mlx and (took.busy_s > BUSY_S or took.peak_mb > PEAK_MB)
        ended_badly = took.hung or took.overfull or took.exit_code not in (0, 1, 2)
        return not (ended_badly or excess or took.has_traceback or self.code_ran)


def meet(program: str, *, folder: Path, scratch: Path, limit_s: float, limit_mb: float) -> Met:
    """Run a program on the folder; `scratch` is the folder that it was made in."""
    own = scratch / program
    own.mkdir()
    process = measured(
        command(program, folder),
        limit_s=limit_s,
        limit_mb=limit_mb,
        scratch=own,
        environment={"HF_HOME": str(own)},
    )
    return Met(process, (scratch / MARKER).exists() or _copied(own))


def command(program: str, folder: Path) -> tuple[str | Path, ...]:
    """What a user types."""
    if program == "doctor":
        return (*_ENDSTOP, "doctor", folder)
    document = resource("samples") / "slip-01.pdf"
    return (*_ENDSTOP, "extract", document, "--schema", "slip", "--model", folder, "--quiet")


@contextmanager
def made(case: Case, scratch: Path) -> Iterator[Path]:
    """The folder while it is needed; some are large."""
    scratch.mkdir(parents=True, exist_ok=True)
    try:
        yield case.make(scratch)
    finally:
        shutil.rmtree(scratch / "model", ignore_errors=True)
        (scratch / MARKER).unlink(missing_ok=True)


def _copied(home: Path) -> bool:
    """Whether a library took code of the folder into its cache, where it stays."""
    return any(home.rglob("planted*"))

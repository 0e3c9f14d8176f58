"""Show hostile folders to the real window, many in one process."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hostile.case import Case
from tests.hostile.code import MARKER
from tests.hostile.measured import Measured, measured
from tests.hostile.programs import PEAK_MB, made

_START_S = 20.0  # of processor time, to show the window and to load the good model
_CASE_S = 15.0
_WINDOW = (sys.executable, "-m", "tests.hostile.window_process")


@dataclass(frozen=True, slots=True)
class Visited:
    """What the window said of a folder (see `window_process`); None if it ended there."""

    case: Case
    said: dict[str, Any] | None
    process: Measured
    code_ran: bool

    @property
    def kept(self) -> bool:
        """Whether the window survived, in bounds, and ran a good model afterwards."""
        if self.said is None or self.code_ran:
            return False
        return bool(self.said["good_runs"]) and self.said["grew_mb"] <= PEAK_MB


def visit(cases: Sequence[Case], scratch: Path, *, limit_mb: float) -> Iterator[Visited]:
    """Give the folders to one window; to another one what is left when that one ends."""
    while cases:
        places = [scratch / str(number) for number in range(len(cases))]
        with ExitStack() as kept:
            folders = [
                kept.enter_context(made(case, place))
                for case, place in zip(cases, places, strict=True)
            ]
            process = measured(
                (*_WINDOW, *folders),
                limit_s=_START_S + _CASE_S * len(cases),
                limit_mb=limit_mb,
                scratch=scratch,
                environment={"QT_QPA_PLATFORM": "offscreen", "HF_HOME": str(scratch / "home")},
            )
            ran = [(place / MARKER).exists() for place in places]
        said = [json.loads(line) for line in process.output.splitlines()]
        for case, line, ran_there in zip(cases, [*said, None], ran, strict=False):
            yield Visited(case, line, process, ran_there)
        cases = cases[len(said) + 1 :]

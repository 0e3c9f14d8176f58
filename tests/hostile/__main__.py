"""`python -m tests.hostile`: each hostile folder and each program, and signals; a line each.

Ends with 1 if a line breaks a promise: a hang, more than 5 s of processor time or 300 MB before a
model is loaded, a traceback, code of the folder that ran, or a window that is of no use afterwards.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.hostile.case import Case
from tests.hostile.catalogue import CASES
from tests.hostile.programs import PROGRAMS, Met, made, meet
from tests.hostile.signals import signal_lines
from tests.hostile.window import Visited, visit

LONGEST_S = 15
LARGEST_MB = 3000
_AT_ONCE = 8  # folders a window


def lines(cases: Sequence[Case], programs: Sequence[str]) -> Iterator[tuple[bool, dict[str, Any]]]:
    """Whether the promises were kept, and what there is to say."""
    for case in cases:
        with tempfile.TemporaryDirectory() as scratch, made(case, Path(scratch)) as folder:
            for program in (program for program in PROGRAMS if program in programs):
                met = meet(
                    program,
                    folder=folder,
                    scratch=Path(scratch),
                    limit_s=LONGEST_S,
                    limit_mb=LARGEST_MB,
                )
                yield met.kept, {"case": case.name, "program": program, **_of_program(met)}
    if "window" in programs:
        for first in range(0, len(cases), _AT_ONCE):
            some = cases[first : first + _AT_ONCE]
            with tempfile.TemporaryDirectory() as folder:
                for visited in visit(some, Path(folder), limit_mb=LARGEST_MB):
                    line = {"case": visited.case.name, "program": "window", **_of_window(visited)}
                    yield visited.kept, line
    if "signals" in programs:
        yield from signal_lines()


def _of_program(met: Met) -> dict[str, Any]:
    return {"code_ran": met.code_ran, **met.process.plain()}


def _of_window(visited: Visited) -> dict[str, Any]:
    if visited.said is None:
        return {"code_ran": visited.code_ran, **visited.process.plain()}
    return {"code_ran": visited.code_ran, **visited.said}


def main(wanted: str, programs: Sequence[str]) -> int:
    """Print the lines of the cases whose name holds `wanted`; the exit status."""
    broken = 0
    for kept, line in lines([case for case in CASES if wanted in case.name], programs):
        broken += not kept
        print(json.dumps({"kept": kept, **line}, ensure_ascii=False), flush=True)
    print(f"{broken} broken", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    everything = (*PROGRAMS, "window", "signals")
    parser = argparse.ArgumentParser(prog="python -m tests.hostile")
    parser.add_argument("wanted", nargs="?", default="", help="a part of the cases' names")
    parser.add_argument("--program", choices=everything, action="append")
    options = parser.parse_args()
    sys.exit(main(options.wanted, options.program or everything))

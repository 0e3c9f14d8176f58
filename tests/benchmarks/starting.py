"""How long the command line takes to be ready, against a bare interpreter."""

import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from tests.benchmarks.figure import Figure

ROUNDS = 7


def figures() -> Iterator[Figure]:
    """The start of `endstop extract` and of `endstop doctor` against Python's, in pairs."""
    detail = f"median of {ROUNDS} pairs against an interpreter that imports argparse and json"
    for command, name in (("extract", "command_line_start"), ("doctor", "doctor_start")):
        ready = f"import endstop.cli.main, endstop.cli.{command}"
        ratios = [
            _seconds(ready) / _seconds("import argparse, json, pathlib") for _ in range(ROUNDS)
        ]
        yield Figure(name, round(median(ratios), 2), "ratio", detail)


def _seconds(code: str) -> float:
    started = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return perf_counter() - started

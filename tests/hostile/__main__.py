"""`python -m tests.hostile`: each hostile folder and each program, a JSON line each.

Ends with 1 if a line breaks a promise: a hang, more than 5 s of processor time or 300 MB before a
model is loaded, a traceback, or code of the folder that ran.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.hostile.catalogue import CASES
from tests.hostile.programs import PROGRAMS, meet

LONGEST_S = 15
LARGEST_MB = 3000
BUSY_S = 5
PEAK_MB = 300


def main(wanted: str, programs: tuple[str, ...]) -> int:
    """Print the lines of the cases whose name holds `wanted`; the exit status."""
    broken = 0
    for case in (case for case in CASES if wanted in case.name):
        for program in programs:
            with tempfile.TemporaryDirectory() as folder:
                result, ran = meet(
                    program, case, Path(folder), limit_s=LONGEST_S, limit_mb=LARGEST_MB
                )
            excess = not result.loaded_mlx and (result.busy_s > BUSY_S or result.peak_mb > PEAK_MB)
            bad = result.hung or result.overfull or result.has_traceback or ran or excess
            broken += bad
            line = {"case": case.name, "program": program, "kept": not bad, "code_ran": ran}
            print(json.dumps(line | result.plain(), ensure_ascii=False), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.hostile")
    parser.add_argument("wanted", nargs="?", default="", help="a part of the cases' names")
    parser.add_argument("--program", choices=PROGRAMS, action="append")
    options = parser.parse_args()
    sys.exit(main(options.wanted, tuple(options.program or PROGRAMS)))

"""Whatever a model folder holds, the programs answer: soon, in little memory, in a sentence."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.hostile.catalogue import CASES
from tests.hostile.programs import BUSY_S, PEAK_MB, PROGRAMS, Met, made, meet

MOST_S = 30  # of processor time, where a model is really loaded
MOST_MB = 2000
LONGEST = 4000  # characters of an error


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_hostile_folder_is_met_in_bounds(case, tmp_path):
    with made(case, tmp_path) as folder, ThreadPoolExecutor(len(PROGRAMS)) as pool:
        meeting = partial(meet, folder=folder, scratch=tmp_path, limit_s=MOST_S, limit_mb=MOST_MB)
        each = dict(zip(PROGRAMS, pool.map(meeting, PROGRAMS), strict=True))
    for program, met in each.items():
        print(case.name, program, f"{met.process.busy_s:.1f} s, {met.process.peak_mb:.0f} MB")
        assert_bounded(met)


def assert_bounded(met: Met) -> None:
    process = met.process
    assert not process.hung
    assert not process.overfull
    assert not met.code_ran
    assert not process.has_traceback, process.errors
    assert process.exit_code in (0, 1, 2)
    assert process.exit_code == 0 or process.output or process.errors
    assert len(process.errors) < LONGEST
    assert "\x1b" not in process.errors + process.output
    if not process.loaded_mlx:
        assert process.busy_s <= BUSY_S
        assert process.peak_mb <= PEAK_MB

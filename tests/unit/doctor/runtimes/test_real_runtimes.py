"""The stop sets are those of the really running transformers, mlx-lm and mlx-vlm."""

import dataclasses

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from tests.support.eos_folders import EosFolder, eos_folders
from tests.support.real_runtimes import NEWER, OLDER, RealRuntimes

STOP_SETS = {runtime.name: runtime.stop_set for runtime in RUNTIMES}
Case = tuple[EosFolder, Checkpoint]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    root = tmp_path_factory.mktemp("folders")
    made = enumerate(eos_folders())
    return [(folder, Checkpoint(folder.make(root / str(number)))) for number, folder in made]


@pytest.mark.parametrize("name", [*NEWER, *OLDER])
def test_stop_sets_are_those_of_the_running_runtime(
    name: RuntimeName, real: RealRuntimes, cases: list[Case]
) -> None:
    differences = [_difference(name, case, real) for case in cases]
    wrong = [difference for difference in differences if difference]
    assert not wrong, f"{len(wrong)} of {len(cases)}:\n" + "\n".join(wrong)


def test_many_folders_are_compared_and_some_refused(cases: list[Case]) -> None:
    for name in (*NEWER, *OLDER):
        told = [STOP_SETS[name](checkpoint) for _folder, checkpoint in cases]
        assert sum(not stop_set.refuses for stop_set in told) > 100
        assert sum(stop_set.refuses for stop_set in told) > 50
        assert len({stop_set.ids for stop_set in told}) > 10


def _difference(name: RuntimeName, case: Case, real: RealRuntimes) -> str:
    """How the doctor and the runtime differ on a folder, empty if they agree."""
    folder, checkpoint = case
    told = STOP_SETS[name](checkpoint)
    answer = real.stop_set(name, checkpoint.folder)
    if told.refuses == bool(answer.error) and (told.refuses or told.ids == answer.ids):
        return ""
    usual = dataclasses.asdict(EosFolder())
    state = {k: v for k, v in dataclasses.asdict(folder).items() if v != usual[k]}
    return f"{state}\n    told {told}\n    real {answer}"

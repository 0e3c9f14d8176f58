"""The window outlives every kind of hostile folder, and then runs a good model."""

import pytest

from tests.hostile.catalogue import CASES
from tests.hostile.window import visit

# One of each kind; `make hostile` shows it all of them.
SHOWN = (
    "code in model_file",
    "fifo as generation_config.json",
    "fifo as model.safetensors",
    "endless device as tokenizer.json",
    "socket as config.json",
    "generation_config.json, 200 MB of objects",
    "weights of a million tensors",
    "weights that are cut",
    "a template that doubles a text",
    "a template that counts to a giant number",
    "10 ** 400 for all settings",
    "files of odd names",
)
MOST_MB = 2500


@pytest.mark.mlx
def test_the_window_outlives_hostile_folders(tmp_path):
    cases = [case for case in CASES if case.name in SHOWN]
    assert len(cases) == len(SHOWN)
    for visited in visit(cases, tmp_path, limit_mb=MOST_MB):
        assert visited.said is not None, (visited.case.name, visited.process)
        print(visited.case.name, visited.said["seconds"], "s,", visited.said["grew_mb"], "MB more")
        assert visited.kept, (visited.case.name, visited.said, visited.code_ran)
        assert visited.said["error"] or visited.said["state"] == "ready"

"""A process that is killed at any moment leaves the old files or the new ones."""

import json
import subprocess
import sys

import pytest

from endstop.errors import ExportError
from endstop.export.folder_lock import locked
from endstop.export.transaction import try_to_write

# In a folder for each step, writes value 1, then in a child value 2; the child ends at that step.
KILLED = """
import itertools, os, sys
from pathlib import Path
from endstop.export.files import export
from tests.support.results import extraction

STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir"}

def end_at(step):
    seen = itertools.count()
    sys.addaudithook(lambda event, _: event in STEPS and next(seen) == step and os._exit(9))

for step in itertools.count():
    folder = Path(sys.argv[1]) / f"{step:03}"
    export([extraction("a.pdf", 1)], folder)
    child = os.fork()
    if child == 0:
        end_at(step)
        export([extraction("a.pdf", 2)], folder, with_metadata=sys.argv[2] == "True")
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
"""


@pytest.mark.parametrize("with_metadata", [True, False])
def test_a_kill_at_any_step_leaves_old_or_new_after_the_next_run(tmp_path, with_metadata):
    arguments = [sys.executable, "-c", KILLED, tmp_path, str(with_metadata)]
    subprocess.run(arguments, check=True)
    folders = sorted(tmp_path.iterdir())
    states = []
    for folder in folders:
        try_to_write(folder)
        files = {path.name: json.loads(path.read_bytes()) for path in folder.iterdir()}
        value = files.pop("a.json")
        states.append(value)
        if value == 1 or with_metadata:
            assert [field["value"] for field in files.pop("a.meta.json")["fields"]] == [value]
        assert not files
    assert len(folders) > 10
    assert states == sorted(states)
    assert set(states) == {1, 2}


def test_a_folder_that_cannot_be_written_to_is_known_before_the_work(tmp_path):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(ExportError, match="taken cannot be written: File exists"):
        try_to_write(tmp_path / "taken")


def test_trying_leaves_nothing_but_the_folder(tmp_path):
    try_to_write(tmp_path / "new" / "out")
    assert list((tmp_path / "new" / "out").iterdir()) == []


def test_a_process_that_holds_the_folder_for_ever_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("endstop.export.folder_lock._PATIENCE", 0.0)
    with (
        locked(tmp_path),
        pytest.raises(ExportError, match="Another process is writing"),
        locked(tmp_path),
    ):
        pass

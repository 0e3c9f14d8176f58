"""A fix or an undo that is killed at any step leaves each file old or new, and can be undone."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from endstop.doctor.fixes.undo import can_undo, undo
from endstop.doctor.journal.leftovers import sweep_if_idle
from tests.support.killed import fix, make_model
from tests.support.mending import content

FEWEST = 20  # kills


@pytest.fixture(scope="module", params=["fix", "undo"])
def roots(request, tmp_path_factory) -> list[Path]:
    """The places where the action was killed, at another step each."""
    folder = tmp_path_factory.mktemp("killed") / request.param
    command = [sys.executable, "-m", "tests.support.killed", request.param, folder]
    subprocess.run(command, check=True, timeout=120)
    return sorted(folder.iterdir(), key=lambda path: int(path.name))[:-1]


@pytest.fixture
def killed(roots, tmp_path) -> list[Path]:
    """The models' folders there, copied for the test to change."""
    copies = [shutil.copytree(root, tmp_path / root.name, symlinks=True) for root in roots]
    return [copy / "cache/models--maker--name/snapshots/0123abc" for copy in copies]


def files(model: Path) -> dict:
    """The model's own files; temporary ones in the folder of the journal do not count."""
    return {name: kept for name, kept in content(model).items() if not name.startswith(".endstop/")}


def undo_all(model: Path) -> None:
    while can_undo(model):
        undo(model)


def test_every_file_is_old_or_new_and_the_fix_can_be_undone(killed, tmp_path):
    fixed = make_model(tmp_path / "fixed")
    old = files(fixed)
    fix(fixed)
    new = files(fixed)
    assert len(killed) >= FEWEST
    mixed = 0
    for model in killed:
        found = files(model)
        found.pop(".endstop", None)
        for name in old.keys() | new.keys() - {".endstop"}:
            assert found.pop(name, None) in (old.get(name), new.get(name))
        assert not found
        mixed += files(model) not in (old, new)
        undo_all(model)
        sweep_if_idle(model)
        assert {name: kept for name, kept in files(model).items() if name != ".endstop"} == old
    assert mixed > 2


def test_the_next_fix_can_be_made_and_undone_whole(killed, tmp_path):
    old = content(make_model(tmp_path / "fixed"))
    for model in killed:
        fix(model)
        undo_all(model)
        assert content(model) == old

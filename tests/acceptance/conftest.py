"""Run the installed command as a user does."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from endstop.assets import resource

TOP = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def endstop() -> Run:
    """The `endstop` command with some arguments; its output as text."""
    command = Path(sys.executable).with_name("endstop")

    def run(*arguments: object, **options) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            **options,
        )

    return run


@pytest.fixture(scope="session")
def samples() -> list[dict]:
    """samples.json, each entry with its path and its expected value."""
    folder = resource("samples")
    entries = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    for entry in entries:
        entry["path"] = folder / entry["file"]
        expected = entry["path"].with_suffix(".expected.json").read_text(encoding="utf-8")
        entry["expected"] = json.loads(expected)
    return entries


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """The folder of the sdist and the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", folder]
    subprocess.run(command, cwd=TOP, check=True, capture_output=True)
    return folder

"""What is built from the repository holds what its users need."""

import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
ROOMS = ("app", "docs", "models", "packaging", "resources", "tests")


def git(*arguments: str) -> str:
    """What git says about this repository; empty if it knows nothing."""
    command = ["git", "-C", str(TOP), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def test_the_commit_that_the_readme_names_has_the_hook_and_the_light_doctor():
    (rev,) = re.findall(r"^ +rev: (\S+)$", (TOP / "README.md").read_text(encoding="utf-8"), re.M)
    assert re.fullmatch(r"[0-9a-f]{40}", rev)
    if shutil.which("git") is None or git("rev-parse", "--show-toplevel") != str(TOP.resolve()):
        pytest.skip("this is no checkout of the repository")
    if git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("the checkout holds no earlier commits")
    assert git("merge-base", rev, "HEAD") == rev
    assert "endstop-doctor" in git("show", f"{rev}:.pre-commit-hooks.yaml")
    assert git("show", f"{rev}:app/endstop/parts.py")


def test_the_sdist_holds_every_file_that_the_makefile_and_the_tests_name(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    files = [path for room in ROOMS for path in (TOP / room).rglob("*") if path.is_file()]
    wanted = {str(p.relative_to(TOP)) for p in files if "__pycache__" not in p.parts}
    assert wanted <= names
    named = re.findall(r"[\w.-]+(?:/[\w.-]+)+", (TOP / "Makefile").read_text(encoding="utf-8"))
    assert {name for name in named if (TOP / name).is_file()} <= names
    assert {"Makefile", "README.md", "pyproject.toml"} <= names


def test_the_wheel_holds_the_package_its_resources_and_the_bundled_model(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    assert "endstop/__main__.py" in names
    assert "endstop/bundled_models/endstop-tiny/model.safetensors" in names
    assert any(name.startswith("endstop/resources/schemas/") for name in names)
    assert not any(name.startswith(("tests/", "models/recipe/")) for name in names)

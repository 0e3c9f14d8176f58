"""What is built from the repository holds what its users need."""

import re
import tarfile
import zipfile
from pathlib import Path

TOP = Path(__file__).parents[2]
ROOMS = ("app", "docs", "models", "packaging", "resources", "tests")


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

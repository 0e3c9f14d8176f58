"""Each part of Endstop works with what it requires and nothing else, and says what is missing."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from endstop.assets import bundled_model, resource
from endstop.parts import MODULES, Part

SENTENCE = (
    "needs the part “{0}” of Endstop, which is not installed. "
    'Install it: pip install "endstop[{0}]"'
)


class Alone:
    """A folder with what the wheel installs and what it requires for one of its parts."""

    def __init__(self, folder: Path, wheel: Path, part: str) -> None:
        self.folder = folder
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        own = Distribution.at(next(folder.glob("endstop-*.dist-info")))
        for required in closure(own, part):
            for top in {file.parts[0] for file in required.files or ()} - {"..", "__pycache__"}:
                link = folder / top
                if not link.exists():
                    link.symlink_to(str(required.locate_file(top)))

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """The command line, with nothing to import but this folder and the standard library."""
        code = "import sys; from endstop.__main__ import main; sys.exit(main())"
        return self.python(code, *arguments)

    def python(self, code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Python with nothing to import but this folder and the standard library."""
        return subprocess.run(
            [sys.executable, "-S", "-P", "-c", code, *map(str, arguments)],
            env=os.environ | {"PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


def closure(own: Distribution, part: str) -> Iterator[Distribution]:
    """The distributions that a part of `own` requires, directly or through others."""
    waiting: list[tuple[Distribution, str]] = [(own, extra) for extra in {"", part}]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requiring, extra = waiting.pop()
        for requirement in map(Requirement, requiring.requires or ()):
            if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
                continue
            name = canonicalize_name(requirement.name)
            required = own if name == own.name else distribution(name)
            for wanted in {(name, each) for each in ("", *requirement.extras)} - seen:
                seen.add(wanted)
                waiting.append((required, wanted[1]))
                if required is not own:
                    yield required


@pytest.fixture(scope="module")
def doctor_alone(tmp_path_factory, built) -> Alone:
    return Alone(tmp_path_factory.mktemp("doctor"), next(built.glob("*.whl")), "")


@pytest.fixture(scope="module")
def without_window(tmp_path_factory, built) -> Alone:
    return Alone(tmp_path_factory.mktemp("extract"), next(built.glob("*.whl")), Part.EXTRACT)


@pytest.mark.parametrize("part", Part)
def test_the_modules_of_a_part_are_those_that_it_requires(part, doctor_alone):
    own = Distribution.at(next(doctor_alone.folder.glob("endstop-*.dist-info")))
    required = {
        canonicalize_name(requirement.name)
        for requirement in map(Requirement, own.requires or ())
        if requirement.marker and requirement.marker.evaluate({"extra": part})
        if not requirement.marker.evaluate({"extra": ""})
    }
    providing = packages_distributions()
    provided = {canonicalize_name(name) for each in MODULES[part] for name in providing[each]}
    assert required - {"endstop"} <= provided


def test_the_doctor_alone_finds_what_is_wrong(doctor_alone):
    found = doctor_alone.run("doctor", "--json", bundled_model())
    assert (found.returncode, found.stderr) == (1, "")
    assert "EOS001" in {finding["code"] for finding in json.loads(found.stdout)[0]["findings"]}


def test_the_doctor_alone_holds_neither_mlx_nor_qt(doctor_alone):
    tops = {path.name for path in doctor_alone.folder.iterdir()}
    assert not tops & set(MODULES[Part.APP])


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("extract", "--help")])
def test_the_doctor_alone_says_what_there_is(doctor_alone, arguments):
    said = doctor_alone.run(*arguments)
    assert (said.returncode, said.stderr) == (0, "")
    assert "endstop" in said.stdout


def test_the_doctor_alone_lists_the_models(doctor_alone):
    listed = doctor_alone.run("models")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "endstop-tiny" in listed.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", resource("samples/slip-01.pdf"), "--schema", "slip"),
        ("schemas",),
        ("schemas", "show", "slip"),
        ("doctor", "--probe", bundled_model()),
    ],
)
def test_the_doctor_alone_says_what_extraction_needs(doctor_alone, arguments):
    said = doctor_alone.run(*arguments)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"endstop: This {SENTENCE.format('extract')}\n"


@pytest.mark.parametrize("alone", ["doctor_alone", "without_window"])
def test_without_its_part_the_window_says_what_it_needs(alone, request):
    said = request.getfixturevalue(alone).run()
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"endstop: This {SENTENCE.format('app')}\n"


@pytest.mark.mlx
def test_extraction_works_without_the_window(without_window):
    assert not (without_window.folder / "PySide6").exists()
    sample = resource("samples/slip-01.pdf")
    extracted = without_window.run("extract", sample, "--schema", "slip", "--quiet")
    assert (extracted.returncode, extracted.stderr) == (0, "")
    expected = sample.with_suffix(".expected.json").read_text(encoding="utf-8")
    assert json.loads(extracted.stdout) == json.loads(expected)


@pytest.mark.mlx
def test_the_probe_works_without_the_window(without_window):
    probed = without_window.run("doctor", "--probe", bundled_model())
    assert probed.returncode == 1
    assert "Traceback" not in probed.stderr

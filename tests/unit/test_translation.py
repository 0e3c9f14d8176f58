"""Every text of the sources is translated, and the user's language is found."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from endstop.assets import bundled_model
from endstop.translation import catalogues, languages
from tests.support.messages import CATALOGUES, forms, read, untranslated, updated

_IDEOGRAPHS = re.compile(r"[\u4e00-\u9fff]")
_FIXED = re.compile(r"\{[^{}]*\}|%\(\w+\)[a-z]|%[sdg]|</?[bp]>|&(?=\w)")


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parts[-3])
def catalogue(request) -> Path:
    """The .po file of each language."""
    return request.param


def test_there_is_a_catalogue_for_simplified_chinese():
    assert "zh_CN" in [path.parts[-3] for path in CATALOGUES]


def test_a_catalogue_has_every_message_of_the_sources_and_no_other(catalogue):
    there, wanted = (set(_translations(made)) for made in (read(catalogue), updated(catalogue)))
    assert not wanted - there, "run `make messages`, then translate these"
    assert not there - wanted, "run `make messages`"


def test_every_message_is_translated(catalogue):
    assert not untranslated(read(catalogue)), "translate these, then run `make messages`"


def test_translations_keep_placeholders_markup_and_mnemonics(catalogue):
    for message in read(catalogue):
        text = message.id if isinstance(message.id, str) else message.id[1]
        for form in filter(None, forms(message)):
            assert sorted(_FIXED.findall(form)) == sorted(_FIXED.findall(text)), text


def test_the_compiled_catalogue_is_that_of_the_source(catalogue):
    with catalogue.with_suffix(".mo").open("rb") as file:
        compiled = _translations(read_mo(file))
    source = {text: each for text, each in _translations(read(catalogue)).items() if all(each)}
    assert compiled == source, "run `make messages`"


@pytest.mark.parametrize("name", ["zh_CN", "zh_CN.UTF-8", "zh-Hans", "zh_Hans_CN", "zh-SG", "zh"])
def test_simplified_chinese_is_found_by_each_of_its_names(name):
    assert list(catalogues([name])) == ["zh_CN"]


@pytest.mark.parametrize("name", ["en", "en_GB.UTF-8", "C", "C.UTF-8", "POSIX", "zh_TW", "zh-Hant"])
def test_others_are_not_taken_for_it(name):
    assert list(catalogues([name])) == []


def test_languages_are_tried_in_their_order_up_to_english():
    assert list(catalogues(["de-AT", "", "zh-Hans-CN", "en", "fr"])) == ["de_AT", "", "zh_CN"]


@pytest.mark.parametrize(
    "environment",
    [
        {"LANGUAGE": "zh_CN"},
        {"LANGUAGE": "zh_CN:en", "LANG": "en_GB.UTF-8"},
        {"LC_ALL": "zh_CN.UTF-8", "LANG": "C"},
        {"LC_MESSAGES": "zh_CN.UTF-8", "LC_CTYPE": "C.UTF-8"},
        {"LANG": "zh_CN.UTF-8"},
    ],
)
def test_the_environment_chooses_chinese(environment):
    assert _python(environment, "-c", _SAY).stdout == "撤销\n"


def test_an_app_without_an_environment_asks_macos(monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    told = subprocess.CompletedProcess([], 0, '(\n    "zh-Hans-CN",\n    "en-CN",\n    fr\n)\n')
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "run", lambda _command, **_options: told)
    assert languages() == ["zh-Hans-CN", "en-CN", "fr"]


def test_the_command_line_speaks_chinese():
    assert _IDEOGRAPHS.search(_run({"LANGUAGE": "zh_CN"}, "schemas"))


@pytest.mark.parametrize(
    "environment",
    [
        {"LANGUAGE": "xx"},
        {"LANGUAGE": "en:zh_CN", "LANG": "zh_CN.UTF-8"},
        {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"},
        {"LANG": "C.UTF-8"},
    ],
)
def test_everything_else_is_english(environment):
    assert _python(environment, "-c", _SAY).stdout == "Undo\n"


def test_the_doctor_speaks_chinese_and_its_json_keeps_its_keys():
    chinese = {"LANGUAGE": "zh_CN"}
    assert _IDEOGRAPHS.search(_run(chinese, "doctor", bundled_model()))
    one, other = (
        json.loads(_run(environment, "doctor", bundled_model(), "--json"))
        for environment in (chinese, {"LANGUAGE": "en"})
    )
    assert _IDEOGRAPHS.search(one[0]["findings"][0]["title"])
    assert _shape(one) == _shape(other)


def test_the_process_that_renders_speaks_the_same_language(tmp_path):
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing that follows is a PDF")
    asked = _python({"LANGUAGE": "zh_CN"}, "-c", _OPEN, broken)
    assert _IDEOGRAPHS.search(asked.stdout), asked.stderr


_SAY = "from endstop.translation import _; print(_('Undo'))"
_OPEN = """
import sys
from pathlib import Path
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.errors import EndstopError

if __name__ == "__main__":
    with Renderer() as renderer:
        try:
            renderer.open(recognise(Path(sys.argv[1])))
        except EndstopError as error:
            print(error)
"""


def _translations(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    """The translations by their message; of a plural, by its singular."""
    return {
        each.id if isinstance(each.id, str) else each.id[0]: forms(each)
        for each in catalogue
        if each.id
    }


def _run(environment: dict[str, str], *arguments: object) -> str:
    """What the command prints; 1 is the exit code of a doctor who found an error."""
    done = _python(environment, "-m", "endstop", *arguments)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def _python(environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    """Python with no other word about the language than these variables."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={"PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def _shape(value):
    """JSON without its texts: keys, lengths and types."""
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    return [_shape(inner) for inner in value] if isinstance(value, list) else type(value)

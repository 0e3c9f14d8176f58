"""A gate lets through what is shown to stop."""

import json
from pathlib import Path

import pytest

from endstop.assets import bundled_model
from endstop.checkpoints.turn_end import Closing
from endstop.doctor.diagnose import diagnose
from endstop.doctor.reports.gate import passes
from endstop.doctor.reports.json import to_plain
from endstop.doctor.reports.verdict import verdict
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from tests.support.doctor_fixtures import FIXTURES
from tests.support.families import FAMILIES, make_family
from tests.support.hostile_folders import ENDLESS

CLOSED = next(family for family in FAMILIES if family.name == "qwen2.5")
SOME = [f for n, f in enumerate(FAMILIES) if n % 5 == 0 or f.closing is not Closing.CLOSED]


def passes_in(path: Path, *names: RuntimeName) -> bool:
    runtimes = tuple(runtime for runtime in RUNTIMES if runtime.name in names)
    return passes(diagnose(path, runtimes or None), named=bool(names))


def without_template(folder: Path) -> Path:
    make_family(folder, CLOSED)
    config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    config.pop("chat_template", None)
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "chat_template.jinja").unlink(missing_ok=True)
    return folder


def test_a_right_model_passes_in_all_and_in_each_runtime(tmp_path):
    folder = make_family(tmp_path / "model", CLOSED)
    assert passes_in(folder)
    assert all(passes_in(folder, runtime.name) for runtime in RUNTIMES)


def test_an_error_does_not_pass_but_in_a_runtime_where_it_is_none():
    assert not passes_in(bundled_model())
    assert not passes_in(bundled_model(), RuntimeName.TRANSFORMERS)
    assert passes_in(bundled_model(), RuntimeName.VLLM)


def test_what_cannot_be_told_does_not_pass(tmp_path):
    endless = make_family(tmp_path / "endless", CLOSED)
    (endless / "chat_template.jinja").write_text(ENDLESS[0], encoding="utf-8")
    never = FIXTURES["EOS017"][0](tmp_path / "never")
    untold = without_template(tmp_path / "untold")
    for folder in (endless, never, untold):
        diagnosis = diagnose(folder)
        assert diagnosis.healthy
        assert "cannot be told" in verdict(diagnosis)
        assert not passes(diagnosis, named=False)
        assert not passes_in(folder, RuntimeName.VLLM)


@pytest.mark.parametrize("name", list(RuntimeName))
def test_a_runtime_that_refuses_the_files_does_not_pass(tmp_path, name):
    folder = FIXTURES["EOS025"][0](tmp_path / "model")
    assert not passes_in(folder)
    stops = to_plain(diagnose(folder))["stop_sets"][name]["stops"]
    assert passes_in(folder, name) == (stops is True)


def test_a_base_model_by_its_name_passes_unless_a_runtime_is_named(tmp_path):
    folder = without_template(tmp_path / "Qwen2.5-7B-Base")
    assert passes_in(folder)
    assert verdict(diagnose(folder)) == "This is a base model by its name: it does not end turns."
    assert not passes_in(folder, RuntimeName.VLLM)


def test_an_encoder_passes_unless_a_runtime_is_named(tmp_path):
    folder = make_family(tmp_path / "model", CLOSED)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["architectures"] = ["BertModel"]
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    without = without_template(tmp_path / "encoder")
    (without / "config.json").write_text(json.dumps(config), encoding="utf-8")
    assert passes_in(without)
    assert not passes_in(without, RuntimeName.VLLM)


@pytest.mark.parametrize("code", ["EOS050", "EOS053"])
def test_a_gguf_file_passes_if_llama_cpp_stops(tmp_path, code):
    path = FIXTURES[code][1](tmp_path / "model")
    assert passes_in(path)
    assert passes_in(path, RuntimeName.LLAMA_CPP)
    assert not passes_in(path, RuntimeName.TRANSFORMERS)


@pytest.mark.parametrize("family", SOME, ids=[family.name for family in SOME])
def test_of_the_families_those_pass_whose_turns_end(tmp_path, family):
    folder = make_family(tmp_path / family.name, family)
    assert passes_in(folder) == (family.closing is not Closing.NONE)

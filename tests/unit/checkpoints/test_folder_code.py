"""Every place where a folder names code is found, and nothing else is."""

import json

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.folder_code import find_folder_code, refuse_folder_code
from endstop.errors import ModelError
from tests.support.folders import make_folder
from tests.support.planted_code import PLANTS, plant


@pytest.mark.parametrize("name", PLANTS)
def test_a_plant_is_found_and_refused_by_file_and_key(name, tmp_path):
    file, key, _settings = PLANTS[name]
    checkpoint = Checkpoint(plant(name, tmp_path, tmp_path / "ran"))
    assert [(code.file, code.key) for code in find_folder_code(checkpoint)] == [(file, key)]
    with pytest.raises(ModelError) as refused:
        refuse_folder_code(checkpoint)
    assert file in refused.value.sentence
    assert key in refused.value.sentence
    assert refused.value.remedy


def test_each_class_is_told_with_its_own_key(tmp_path):
    config = {"auto_map": {"AutoConfig": "a.B", "AutoTokenizer": ["c.D", None]}}
    (code,) = find_folder_code(Checkpoint(make_folder(tmp_path, config=config)))
    assert list(code.references) == [
        ("auto_map.AutoConfig", "a.B"),
        ("auto_map.AutoTokenizer.0", "c.D"),
    ]


@pytest.mark.parametrize("nothing", [None, {}, [], "", {"AutoTokenizer": [None, None]}, 5])
def test_a_key_that_names_nothing_is_no_code(nothing, tmp_path):
    config = {"model_type": "qwen3_5", "auto_map": nothing, "model_file": nothing}
    checkpoint = Checkpoint(make_folder(tmp_path, config=config))
    assert not find_folder_code(checkpoint)
    refuse_folder_code(checkpoint)


def test_a_python_file_that_nothing_names_is_no_code(tmp_path):
    folder = make_folder(tmp_path, tokenizer_config={"model_file": "spiece.model"})
    for file in ("modeling_x.py", "tokenization_x.py", "generate.py"):
        (folder / file).write_text("raise SystemExit", encoding="utf-8")
    refuse_folder_code(Checkpoint(folder))


def test_the_settings_of_a_training_run_inside_are_not_read(tmp_path):
    folder = make_folder(tmp_path)
    (folder / "checkpoint-500").mkdir()
    text = json.dumps({"auto_map": {"AutoConfig": "a.B"}})
    (folder / "checkpoint-500" / "config.json").write_text(text, encoding="utf-8")
    assert not find_folder_code(Checkpoint(folder))


def test_settings_that_nobody_can_examine_are_refused(tmp_path):
    deep = '{"a":' * 100 + "1" + "}" * 100
    folder = make_folder(tmp_path)
    text = f'{{"auto_map": {{"AutoTokenizer": ["a.B", null]}}, "deep": {deep}}}'
    (folder / "tokenizer_config.json").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=r"tokenizer_config\.json"):
        refuse_folder_code(Checkpoint(folder))


def test_a_sentence_stays_short_whatever_the_folder_holds(tmp_path):
    nested = {"auto_map": {"AutoConfig": "a.B"}}
    for _level in range(20):
        nested = {"x" * 1000: nested}
    config = nested | {f"part{n}": {"auto_map": {"AutoConfig": "a.B"}} for n in range(1000)}
    with pytest.raises(ModelError) as refused:
        refuse_folder_code(Checkpoint(make_folder(tmp_path, config=config)))
    assert len(str(refused.value)) < 1000

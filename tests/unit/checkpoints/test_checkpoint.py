"""A model folder says what is wrong with it in a sentence."""

import json
import os

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.errors import ModelError
from tests.support.folders import make_folder


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(ModelError, match="is not a folder"):
        _ = Checkpoint(tmp_path / "nowhere").config


def test_a_folder_without_config_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"holds no config\.json"):
        _ = Checkpoint(tmp_path).config


@pytest.mark.parametrize("text", ["{", "[]", '"text"', "\udcff"])
def test_a_broken_config_is_named(tmp_path, text):
    (tmp_path / "config.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ModelError, match=r"config\.json"):
        _ = Checkpoint(tmp_path).config


def test_a_broken_tokenizer_is_named(tmp_path):
    folder = make_folder(tmp_path)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    checkpoint = Checkpoint(folder)
    assert checkpoint.tokenizer is None
    assert checkpoint.tokenizer_error


def test_what_a_library_quotes_of_a_broken_tokenizer_is_cut_short(tmp_path):
    folder = make_folder(tmp_path)
    (folder / "tokenizer.json").write_text(json.dumps({"version": {"x\ny" * 100_000: 1}}))
    error = Checkpoint(folder).tokenizer_error
    assert error
    assert len(error) <= 200
    assert "\n" not in error


def test_a_text_only_model_is_its_own_text_config(tmp_path):
    checkpoint = Checkpoint(make_folder(tmp_path, config={"vocab_size": 7}))
    assert checkpoint.text_config["vocab_size"] == 7


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere", "there is no such folder"),
        ("empty", "it holds no file of a model"),
        ("notes.txt", "it is no .gguf file"),
        ("n" * 300, "File name too long"),
    ],
)
def test_what_is_no_model_is_refused_in_words(tmp_path, name, reason):
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("{}")
    with pytest.raises(ModelError, match=reason):
        Checkpoint(tmp_path / name).require_model()


def test_a_gguf_file_that_cannot_be_read_is_no_model(tmp_path):
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    with pytest.raises(ModelError, match=r"model\.gguf is no model"):
        Checkpoint(tmp_path / "model.gguf").require_model()


@pytest.mark.parametrize(
    "name",
    ["tokenizer_config.json", "generation_config.json", "adapter_config.json", "x.gguf"],
)
def test_one_file_of_a_model_is_enough_to_look_at(tmp_path, name):
    (tmp_path / name).write_text("{")
    Checkpoint(tmp_path).require_model()


def test_a_broken_config_is_no_model(tmp_path):
    folder = make_folder(tmp_path)
    (folder / "config.json").write_text("{")
    with pytest.raises(ModelError, match=r"config\.json of .* cannot be read"):
        Checkpoint(folder).require_model()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "it is nested too deeply"),
        ('{"a":' * 100 + "1" + "}" * 100, "it is nested too deeply"),
        ("[" * 100 + "]" * 100, "it holds no JSON object"),
        ("[1]", "it holds no JSON object"),
        ('{"a": ' + "9" * 5000 + "}", "digits"),
        ('{"a": 1', "delimiter"),
        ("", "Expecting value"),
        ("\udcff", "utf-8"),
    ],
)
def test_a_json_file_that_cannot_be_used_says_why(tmp_path, text, reason):
    (tmp_path / "x.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    file = Checkpoint(tmp_path).json_file("x.json")
    assert (file.exists, file.content) == (True, {})
    assert reason in (file.error or "")


@pytest.mark.parametrize("text", ['\ufeff{"a": NaN}', '{"a": 1e999, "a": "\\ud800"}'])
def test_a_json_file_is_read_as_transformers_reads_it(tmp_path, text):
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    file = Checkpoint(tmp_path).json_file("x.json")
    assert file.error is None
    assert str(file.content["a"]) in ("nan", "\ud800")


def test_a_folder_in_a_files_place_is_no_file(tmp_path):
    (tmp_path / "x.json").mkdir()
    assert not Checkpoint(tmp_path).json_file("x.json").exists


def test_links_that_lead_nowhere_are_no_files(tmp_path):
    for name in ("config.json", "tokenizer.json", "chat_template.jinja", "model.safetensors"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "additional_chat_templates").symlink_to(".")
    checkpoint = Checkpoint(tmp_path)
    assert not checkpoint.json_file("config.json").exists
    assert (checkpoint.tokenizer, checkpoint.templates, checkpoint.size) == (None, (), 0)


def test_a_folder_that_leads_to_itself_has_a_name_and_no_model(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    assert Checkpoint(loop).name == "loop"
    with pytest.raises(ModelError, match="there is no such folder"):
        Checkpoint(loop).require_model()


def test_a_snapshot_of_the_hub_cache_reads_through_its_links(tmp_path):
    files = make_folder(tmp_path / "files", tokenizer_config={"eos_token": "<|im_end|>"})
    blobs, snapshot = tmp_path / "blobs", tmp_path / "snapshots" / "abc"
    blobs.mkdir()
    snapshot.mkdir(parents=True)
    for number, path in enumerate(sorted(files.iterdir())):
        blob = path.rename(blobs / str(number))
        (snapshot / path.name).symlink_to(os.path.relpath(blob, snapshot))
    checkpoint = Checkpoint(snapshot)
    checkpoint.require_model()
    assert checkpoint.token_id("<|im_end|>") == 258
    assert [template.file for template in checkpoint.templates] == ["chat_template.jinja"]
    assert checkpoint.template_names["eos_token"] == "<|im_end|>"


def test_the_template_variables_are_every_special_token(tmp_path):
    folder = make_folder(
        tmp_path,
        tokenizer_config={
            "eos_token": {"content": "</s>"},
            "image_token": "<image>",
            "add_bos_token": True,
            "pad_token": None,
            "extra_special_tokens": {"audio_token": "<audio>", "odd": 1},
        },
    )
    (folder / "special_tokens_map.json").write_text(
        json.dumps({"bos_token": "<s>", "eos_token": "<eos>", "additional_special_tokens": ["x"]})
    )
    assert Checkpoint(folder).template_names == {
        "bos_token": "<s>",
        "eos_token": "</s>",
        "pad_token": "",
        "unk_token": "",
        "image_token": "<image>",
        "audio_token": "<audio>",
    }


def test_half_a_surrogate_pair_is_no_token(tmp_path):
    assert Checkpoint(make_folder(tmp_path)).token_id("\ud800") is None


def test_a_giant_template_is_not_read(tmp_path):
    folder = make_folder(tmp_path, template="x" * (1024 * 1024 + 1))
    assert [template.text for template in Checkpoint(folder).templates] == [""]


def test_of_very_many_templates_some_are_read(tmp_path):
    named = {f"t{number}": "x" for number in range(1000)} | {"default": "first"}
    folder = make_folder(tmp_path, template=None, tokenizer_config={"chat_template": named})
    templates = Checkpoint(folder).templates
    assert len(templates) == 16
    assert templates[0].text == "first"

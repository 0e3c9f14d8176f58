"""A model folder says what is wrong with it in a sentence."""

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


def test_a_text_only_model_is_its_own_text_config(tmp_path):
    checkpoint = Checkpoint(make_folder(tmp_path, config={"vocab_size": 7}))
    assert checkpoint.text_config["vocab_size"] == 7

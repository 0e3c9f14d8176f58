"""An adapter's settings say what it trains and whose it is."""

import json

import pytest

from endstop.checkpoints.adapter import EMBEDDINGS, HEADS, Adapter, find_adapters


def _adapter(folder, **settings):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "adapter_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("settings", "trains"),
    [
        ({"target_modules": ["q_proj", "v_proj"]}, False),
        ({"target_modules": "all-linear"}, False),
        ({"target_modules": ["q_proj", "lm_head"]}, True),
        ({"target_modules": r"(.*_proj|lm_head)"}, True),
        ({"target_modules": r".*_proj"}, False),
        ({"target_modules": "("}, False),
        ({"modules_to_save": ["lm_head"]}, True),
        ({"modules_to_save": ["model.lm_head"]}, True),
        ({"modules_to_save": ["embed_tokens"]}, False),
        ({"modules_to_save": None, "target_modules": 7}, False),
        ({"lora_parameters": {"keys": ["self_attn.q_proj"]}}, False),
        ({"lora_parameters": {"keys": ["lm_head"]}}, True),
        ({"lora_parameters": {"rank": 8}}, False),
    ],
)
def test_what_moves_the_head_is_known(tmp_path, settings, trains):
    assert Adapter(tmp_path, settings).trains(HEADS) is trains


@pytest.mark.parametrize(
    ("setting", "ids"),
    [
        ([1, 2], {"embed_tokens": {1, 2}}),
        ({"model.embed_tokens": [1], "lm_head": [3]}, {"embed_tokens": {1}, "lm_head": {3}}),
        ({"lm_head": "x"}, {}),
        (None, {}),
        (["1", True], {"embed_tokens": set()}),
    ],
)
def test_single_trained_rows_are_known(tmp_path, setting, ids):
    assert Adapter(tmp_path, {"trainable_token_indices": setting}).trained_tokens == ids
    assert set(ids) <= {*EMBEDDINGS, *HEADS}


def test_adapters_are_found_inside_and_beside_their_base(tmp_path):
    base = tmp_path / "base"
    base.mkdir()
    _adapter(base / "checkpoint-1", base_model_name_or_path="somewhere/else")
    _adapter(tmp_path / "mine", base_model_name_or_path="../base")
    _adapter(tmp_path / "foreign", base_model_name_or_path=str(tmp_path / "other"))
    assert [adapter.folder.name for adapter in find_adapters(base)] == ["checkpoint-1", "mine"]


def test_an_adapters_folder_has_its_own_alone(tmp_path):
    folder = _adapter(tmp_path / "mine", base_model_name_or_path="x")
    _adapter(folder / "checkpoint-1", base_model_name_or_path="x")
    assert [adapter.folder for adapter in find_adapters(folder)] == [folder]


def test_a_base_that_is_not_on_this_machine_is_none(tmp_path):
    assert Adapter(tmp_path, {"base_model_name_or_path": "maker/model"}).base is None
    assert Adapter(tmp_path, {"base_model_name_or_path": 7}).base is None


def test_a_broken_file_is_no_adapter(tmp_path):
    (tmp_path / "adapter_config.json").write_text("{", encoding="utf-8")
    assert find_adapters(tmp_path) == ()

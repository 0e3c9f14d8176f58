"""EOS031: the finding names the rows, and the line that would have trained them."""

import json

import pytest

from endstop.doctor.diagnose import diagnose
from tests.support.file_fixtures import model
from tests.support.folders import make_folder
from tests.support.weight_fixtures import BASE, EMBEDDING, adapter, quantised, untied
from tests.support.weights import trained_rows, write_safetensors

BOTH = '"modules_to_save": ["lm_head", "embed_tokens"]'


def tied_base(folder):
    made = model()(folder)
    write_safetensors(made / "model.safetensors", {EMBEDDING: ("F16", BASE)})
    return made


def lines_found(path):
    return [f.fix.title for f in diagnose(path).findings if f.code == "EOS031" and f.fix]


@pytest.mark.parametrize("base", [untied(BASE), quantised(BASE, 4), quantised(BASE, 8)])
def test_the_adapter_and_its_base_both_tell(tmp_path, base):
    folder = adapter(base, target_modules="all-linear")(tmp_path / "adapter")
    wanted = [f"Train again with {BOTH}"]
    assert lines_found(folder) == wanted
    assert lines_found(tmp_path / "base") == wanted
    (found,) = (f for f in diagnose(tmp_path / "base").findings if f.code == "EOS031")
    assert found.file == "../adapter/adapter_config.json"
    assert "output row 258 was never trained" in found.message


@pytest.mark.parametrize(
    ("base", "settings", "line"),
    [
        (untied(BASE), {"modules_to_save": None}, BOTH),
        (
            untied(BASE),
            {"modules_to_save": ["norm"]},
            '"modules_to_save": ["norm", "lm_head", "embed_tokens"]',
        ),
        (untied(BASE), {"trainable_token_indices": [257, 258]}, BOTH),
        (untied(BASE), {"trainable_token_indices": {"lm_head": [257]}}, BOTH),
        (tied_base, {}, '"trainable_token_indices": [258]'),
        (tied_base, {"trainable_token_indices": [257]}, '"trainable_token_indices": [258]'),
    ],
)
def test_a_frozen_row_gives_the_line(tmp_path, base, settings, line):
    folder = adapter(base, **settings)(tmp_path / "adapter")
    assert lines_found(folder) == [f"Train again with {line}"]


@pytest.mark.parametrize(
    ("base", "settings"),
    [
        (untied(BASE), {"modules_to_save": ["lm_head"]}),
        (untied(BASE), {"target_modules": ["q_proj", "lm_head"]}),
        (untied(BASE), {"trainable_token_indices": {"lm_head": [257, 258]}}),
        (tied_base, {"modules_to_save": ["embed_tokens"]}),
        (tied_base, {"trainable_token_indices": [258]}),
        (untied(trained_rows()), {"target_modules": "all-linear"}),
    ],
)
def test_a_row_that_is_trained_gives_none(tmp_path, base, settings):
    assert lines_found(adapter(base, **settings)(tmp_path / "adapter")) == []


def test_mlx_lms_adapters_are_read_too(tmp_path):
    base = untied(BASE)(tmp_path / "base")
    folder = tmp_path / "adapter"
    folder.mkdir()
    parameters = {"keys": ["self_attn.q_proj"], "rank": 8}
    settings = {"model": str(base), "fine_tune_type": "lora", "lora_parameters": parameters}
    (folder / "adapter_config.json").write_text(json.dumps(settings), encoding="utf-8")
    assert lines_found(folder) == ['Train again with "keys": ["self_attn.q_proj", "lm_head"]']


def test_an_adapters_own_tokenizer_and_template_count(tmp_path):
    base = untied(BASE, model(template=None))
    folder = adapter(base)(tmp_path / "adapter")
    make_folder(folder)
    (folder / "config.json").unlink()
    assert len(lines_found(folder)) == 1


def test_a_base_that_is_elsewhere_gives_none(tmp_path):
    folder = adapter(untied(BASE), base_model_name_or_path="maker/model")(tmp_path / "adapter")
    assert lines_found(folder) == []

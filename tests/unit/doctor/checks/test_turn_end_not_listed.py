"""EOS001 says in one finding what is wrong, where, who runs on, and mends it."""

import json
from dataclasses import replace

import pytest

from endstop.assets import bundled_model
from endstop.doctor.checks.table import CHECKS
from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import Evidence, Fix, JsonEdit, Severity
from endstop.doctor.runtimes.table import RUNTIMES
from tests.support.file_fixtures import NO_FILE, model

BASE_ENDS = {"model_type": "qwen2", "vocab_size": 320, "eos_token_id": 256}
ENDOFTEXT = {"eos_token": "<|endoftext|>", "pad_token": "<|endoftext|>"}


def finding(path, code="EOS001"):
    return next((f for f in diagnose(path).findings if f.code == code), None)


def edits(path):
    return {edit.path[0]: edit.value for edit in finding(path).fix.edits}


def test_the_bundled_model_is_explained_as_a_colleague_would():
    diagnosis = diagnose(bundled_model())
    serious = [f for f in diagnosis.findings if f.severity is not Severity.INFO]
    assert [f.code for f in serious] == ["EOS001"]
    assert serious[0].message == (
        "chat_template.jinja ends turns with <|im_end|> (258), which generation_config.json does "
        "not list (it lists 256 <|endoftext|>). transformers, mlx-lm 0.31, mlx-vlm 0.6, Ollama "
        "(MLX) will not stop. mlx-lm, mlx-vlm, vLLM, SGLang, TGI, llama.cpp, LM Studio, oMLX, "
        "mlx-swift will, through the tokenizer's eos_token."
    )
    assert serious[0].file == "generation_config.json"
    assert serious[0].evidence == (Evidence("eos_token_id", 256, [258, 256]),)
    assert serious[0].fix == Fix(
        "Set eos_token_id of generation_config.json to [258, 256]",
        automatic=True,
        edits=(JsonEdit("generation_config.json", ("eos_token_id",), [258, 256]),),
    )


def test_one_defect_is_told_once():
    found = diagnose(bundled_model()).findings
    assert found[0].covers == ("EOS002", "EOS005", "EOS060")
    assert not {f.code for f in found} & set(found[0].covers)


def test_a_covered_finding_is_told_where_what_covers_it_is_absent(tmp_path):
    found = diagnose(model(ends=(258, 257), config=BASE_ENDS)(tmp_path)).findings
    assert "EOS005" in {f.code for f in found}
    assert all(f.covers == () for f in found)


def test_nothing_worse_is_left_out_for_something_milder(monkeypatch, tmp_path):
    table = [replace(c, covered_by=("EOS015",)) if c.code == "EOS008" else c for c in CHECKS]
    monkeypatch.setattr("endstop.doctor.diagnose.CHECKS", tuple(table))
    found = {f.code: f for f in diagnose(model(ends=(256, 258, 0))(tmp_path)).findings}
    assert {"EOS008", "EOS015"} <= set(found)


def test_a_runtime_that_does_not_count_does_not_matter(tmp_path):
    path = model(ends=256, config=BASE_ENDS)(tmp_path)
    vllm = tuple(runtime for runtime in RUNTIMES if runtime.name.value == "vllm")
    assert {f.code for f in diagnose(path, vllm).findings} >= {"EOS002"}
    assert not any(f.severity is Severity.ERROR for f in diagnose(path, vllm).findings)


def test_the_tokenizer_is_blamed_where_no_file_lists_an_end(tmp_path):
    path = model(
        generation_config=NO_FILE, config={"model_type": "qwen2"}, tokenizer_config=ENDOFTEXT
    )(tmp_path)
    found = finding(path)
    assert found.file == "tokenizer_config.json"
    assert "tokenizer_config.json does not list (it lists 256 <|endoftext|>)" in found.message
    assert "through the tokenizer's eos_token" not in found.message
    assert {"EOS003", "EOS004"} <= set(found.covers)


def test_a_missing_file_is_made_with_what_transformers_took_from_config(tmp_path):
    config = {**BASE_ENDS, "pad_token_id": 256, "bos_token_id": None, "decoder_start_token_id": 3}
    path = model(generation_config=NO_FILE, config=config)(tmp_path)
    wanted = {"eos_token_id": [258, 256], "pad_token_id": 256, "decoder_start_token_id": 3}
    assert edits(path) == wanted


def test_other_files_ends_are_kept_if_they_are_special_tokens(tmp_path):
    config = {"model_type": "qwen2", "eos_token_id": [257, 0, 999]}
    assert edits(model(ends=256, config=config)(tmp_path)) == {"eos_token_id": [258, 256, 257]}


def test_a_broken_file_is_not_written_to(tmp_path):
    path = model(
        config=BASE_ENDS, tokenizer_config=ENDOFTEXT, files={"generation_config.json": "{"}
    )(tmp_path)
    fix = finding(path).fix
    assert fix.edits == ()
    assert not fix.automatic


@pytest.mark.parametrize("name", ["Qwen2.5-7B-Base", "gemma-3-4b-pt", "tiny_base"])
def test_a_base_model_with_its_siblings_template_is_no_error(tmp_path, name):
    path = model(ends=256, config=BASE_ENDS, tokenizer_config=ENDOFTEXT, name=name)(tmp_path)
    found = diagnose(path).findings
    assert all(f.severity is Severity.INFO for f in found)
    assert "EOS023" in {f.code for f in found}


@pytest.mark.parametrize("name", ["based-7b", "basel", "database-chat", "captain"])
def test_a_name_that_only_looks_like_a_base_model_is_none(tmp_path, name):
    path = model(ends=256, config=BASE_ENDS, tokenizer_config=ENDOFTEXT, name=name)(tmp_path)
    assert finding(path) is not None


def test_a_base_model_whose_tokenizer_ends_turns_is_told_both(tmp_path):
    path = model(ends=256, config=BASE_ENDS, name="tiny-Base")(tmp_path)
    assert {"EOS001", "EOS023"} <= {f.code for f in diagnose(path).findings}


def test_after_the_fix_transformers_own_config_has_the_turn_end(tmp_path):
    from transformers import GenerationConfig

    path = model(ends=256, config=BASE_ENDS)(tmp_path)
    file = path / "generation_config.json"
    file.write_text(json.dumps(edits(path)), encoding="utf-8")
    assert GenerationConfig.from_pretrained(str(path)).eos_token_id == [258, 256]
    assert finding(path) is None

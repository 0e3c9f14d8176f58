"""llama.cpp's ends of a GGUF file, and of a folder as the converter would write it."""

import json
from pathlib import Path
from typing import Any

import pytest
from gguf import SpecialVocab

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes import llama_cpp
from endstop.doctor.runtimes.llama_cpp_converter import conversion_refusal, special_ids
from tests.support.eos_folders import eos_folders
from tests.support.folders import make_folder
from tests.support.weights import make_gguf

ENDS_OF_CHATML = {256, 258}  # <|endoftext|> and <|im_end|>
COMMA = 11  # the default eos of a byte-level BPE


def _stop_set(folder: Path) -> Any:
    return llama_cpp.RUNTIME.stop_set(Checkpoint(folder))


def test_special_ids_are_those_that_the_converter_finds(tmp_path: Path) -> None:
    compared = 0
    for number, case in enumerate(eos_folders()):
        checkpoint = Checkpoint(case.make(tmp_path / str(number)))
        try:
            found = SpecialVocab(checkpoint.folder).special_token_ids
        except (ValueError, AttributeError, RecursionError, TypeError):
            assert conversion_refusal(checkpoint), case
            continue
        if conversion_refusal(checkpoint):
            continue  # the converter's other steps fail
        told = special_ids(checkpoint)
        assert {k: v for k, v in found.items() if k in ("eos", "eot")} == told, case
        compared += 1
    assert compared > 400


@pytest.mark.parametrize("last", ["<|im_end|>", "<|endoftext|>"])
def test_a_token_that_the_post_processor_appends_becomes_eos(last: str, tmp_path: Path) -> None:
    folder = make_folder(tmp_path, tokenizer_config={"eos_token": "<|endoftext|>"})
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    special = {"id": last, "ids": [0], "tokens": [last]}
    single = [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": last, "type_id": 0}}]
    content["post_processor"] = {
        "type": "TemplateProcessing",
        "single": single,
        "pair": single,
        "special_tokens": {last: special},
    }
    path.write_text(json.dumps(content), encoding="utf-8")
    told = special_ids(Checkpoint(folder))
    found = SpecialVocab(folder).special_token_ids
    assert told == {slot: found[slot] for slot in ("eos", "eot") if slot in found}


def test_a_folder_ends_at_texts_and_at_the_default_where_nothing_names_an_eos(
    tmp_path: Path,
) -> None:
    stop_set = _stop_set(make_folder(tmp_path, tokenizer_config={}))
    assert stop_set.ids == {*ENDS_OF_CHATML, COMMA}
    assert "Its default without an eos in the metadata: " in stop_set.why


def test_a_list_in_the_config_is_not_read(tmp_path: Path) -> None:
    config = {"model_type": "llama", "eos_token_id": [300, 301]}
    stop_set = _stop_set(make_folder(tmp_path, config=config, tokenizer_config={}))
    assert stop_set.ids == {*ENDS_OF_CHATML, COMMA}


def test_an_ordinary_token_that_the_config_names_ends_generation(tmp_path: Path) -> None:
    config = {"model_type": "llama", "eos_token_id": 7}
    stop_set = _stop_set(make_folder(tmp_path, config=config))
    assert stop_set.ids == {*ENDS_OF_CHATML, 7}


GLM_TOKENS = ("<|endoftext|>", "<|user|>", "<|observation|>")


@pytest.mark.parametrize(
    ("model_type", "ends"),
    [("glm4", {256, 257}), ("glm4_moe", {256, 257, 258}), ("llama", {256})],
)
def test_glm_ends_at_the_next_role(model_type: str, ends: set[int], tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path,
        config={"model_type": model_type},
        tokenizer_config={"eos_token": "<|endoftext|>"},
        specials=GLM_TOKENS,
    )
    assert _stop_set(folder).ids == ends


def test_hunyuan_takes_its_ends_from_two_files(tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path,
        config={"model_type": "hunyuan_v1_dense", "eod_token_id": 7},
        generation_config={"eos_token_id": [8, 9]},
        tokenizer_config={"eos_token": "<a>"},
        specials=("<a>",),
    )
    assert _stop_set(folder).ids == {7, 8}


def test_gemma_gets_its_turn_end_by_number(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, config={"model_type": "gemma", "eos_token_id": 1}, specials=())
    assert _stop_set(folder).ids == {1, 107}


def test_a_folder_with_a_sentencepiece_model_has_another_default(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, specials=("<a>",))
    (folder / "tokenizer.model").write_bytes(b"\x0a")
    assert _stop_set(folder).ids == {2}


def test_a_gguf_file_counts_before_the_folder(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, specials=("<a>",))
    make_gguf(folder / "model.gguf", ids={"eos": 256, "eot": 5})
    stop_set = _stop_set(folder)
    assert stop_set.ids == {*ENDS_OF_CHATML, 5}
    assert "The metadata names: w5 (5)." in stop_set.why


def test_a_broken_gguf_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    assert _stop_set(path).refuses

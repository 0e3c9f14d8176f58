"""Well-known states of files, and in which runtimes the turn end stops generation."""

import json
from pathlib import Path
from typing import Any

import pytest
from tokenizers import AddedToken, Tokenizer, models

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES

LIFT_TOKENS = {"<|endoftext|>": 248044, "<|im_start|>": 248045, "<|im_end|>": 248046}
LIFT_CONFIG = {"model_type": "qwen3_5", "text_config": {"eos_token_id": 248044}}
LIFT_LIST = {"eos_token_id": 248044}
IM_END, ENDOFTEXT = {"eos_token": "<|im_end|>"}, {"eos_token": "<|endoftext|>"}

ROWS: dict[str, tuple[dict[str, int], Any, Any, Any, int]] = {
    "lift": (LIFT_TOKENS, LIFT_CONFIG, LIFT_LIST, IM_END, 248046),
    "lift, tokenizer too": (LIFT_TOKENS, LIFT_CONFIG, LIFT_LIST, ENDOFTEXT, 248046),
    "lift, text_config only": (LIFT_TOKENS, LIFT_CONFIG, None, ENDOFTEXT, 248046),
    "Hermes 4": (
        {"<|endoftext|>": 151643, "<|im_start|>": 151644, "<|im_end|>": 151645},
        {"model_type": "qwen3", "eos_token_id": 151645},
        {"eos_token_id": 151643},
        IM_END,
        151645,
    ),
    "MiniMind": (
        {"<|endoftext|>": 0, "<|im_start|>": 1, "<|im_end|>": 2},
        {"model_type": "llama", "eos_token_id": 2},
        {"_from_model_config": True},
        IM_END,
        2,
    ),
    "Idefics3": (
        {"<|end_of_text|>": 128001, "<|eot_id|>": 128009, "<end_of_utterance>": 128257},
        {"model_type": "idefics3", "text_config": {"eos_token_id": [128001, 128009]}},
        None,
        {"eos_token": "<|end_of_text|>"},
        128257,
    ),
    "Gemma 4": (
        {"<pad>": 0, "<eos>": 1, "<|tool_response>": 50, "<turn|>": 106},
        {"model_type": "gemma4", "text_config": {"eos_token_id": 1}},
        {"eos_token_id": [1, 106, 50]},
        {"eos_token": "<eos>"},
        106,
    ),
}
STOPS = {
    "lift": "mlx-lm mlx-vlm vllm sglang tgi llama.cpp lm-studio omlx mlx-swift",
    "lift, tokenizer too": "llama.cpp lm-studio",
    "lift, text_config only": "mlx-vlm mlx-vlm-0.6 llama.cpp lm-studio",
    "Hermes 4": "mlx-lm mlx-vlm vllm sglang tgi llama.cpp lm-studio omlx mlx-swift",
    "MiniMind": (
        "mlx-lm mlx-lm-0.31 mlx-vlm mlx-vlm-0.6 vllm sglang tgi llama.cpp ollama-mlx lm-studio "
        "omlx mlx-swift"
    ),
    "Idefics3": "mlx-vlm mlx-vlm-0.6 llama.cpp",
    "Gemma 4": " ".join(RuntimeName),
}


@pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda runtime: runtime.name)
@pytest.mark.parametrize("row", ROWS)
def test_the_turn_end_stops_where_it_is_known_to(row: str, runtime: Any, tmp_path: Path) -> None:
    tokens, config, generation, tokenizer, turn_end = ROWS[row]
    _sparse_tokenizer(tokens).save(str(tmp_path / "tokenizer.json"))
    files = {
        "config.json": config,
        "generation_config.json": generation,
        "tokenizer_config.json": tokenizer,
    }
    for name, content in files.items():
        if content is not None:
            (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    stop_set = runtime.stop_set(Checkpoint(tmp_path))
    assert not stop_set.refuses
    assert (turn_end in stop_set.ids) is (runtime.name in STOPS[row].split())
    assert stop_set.why


def _sparse_tokenizer(tokens: dict[str, int]) -> Tokenizer:
    """A tokenizer whose tokens have the ids of the real model."""
    letters = {letter: 300 + i for i, letter in enumerate("abcdefghij")}
    tokenizer = Tokenizer(models.BPE(vocab={**letters, **tokens}, merges=[]))
    tokenizer.add_special_tokens([AddedToken(text, special=True) for text in tokens])
    return tokenizer

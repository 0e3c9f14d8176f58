"""The rules of the runtimes whose source was read: which files and which values count."""

from pathlib import Path
from typing import Any

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from tests.support.folders import make_folder

STOP_SETS = {runtime.name: runtime.stop_set for runtime in RUNTIMES}
REFUSED = None
PLAIN = {"model_type": "plain"}  # no class of transformers' own
LLAMA = {"model_type": "llama"}  # its class brings 2
QWEN = {"model_type": "qwen3_5"}
IM_END = {"eos_token": "<|im_end|>"}  # 258
NO_EOS: dict[str, Any] = {}
SEES = {"vision_config": {}}
EOT_TEXTS = {256, 258}  # <|endoftext|> and <|im_end|>, which LM Studio knows


def listing(value: Any) -> dict[str, Any]:
    return {"eos_token_id": value}


def nested(value: Any) -> dict[str, Any]:
    return {"text_config": listing(value)}


Row = tuple[dict[str, Any], Any, Any, Any]  # config, generation_config, tokenizer_config, ids
ROWS: dict[str, list[Row]] = {
    "vllm": [
        (PLAIN, listing(7), IM_END, {7, 258}),
        (PLAIN, listing([7, 8]), IM_END, {7, 8, 258}),
        (PLAIN, listing(0), IM_END, {0, 258}),
        (PLAIN | listing(7), NO_EOS, IM_END, {258}),  # no eos there: config.json is not asked
        (PLAIN | listing(7), None, IM_END, {7, 258}),
        (QWEN | nested([7, 8]), None, IM_END, {7, 8, 258}),
        (LLAMA, None, IM_END, {2, 258}),
        (LLAMA, NO_EOS, IM_END, {258}),
        (PLAIN, listing(7.5), IM_END, REFUSED),
        (PLAIN, listing([[7]]), IM_END, REFUSED),
        (PLAIN, listing("78"), IM_END, {258}),
        (LLAMA | listing("7"), listing(7), IM_END, REFUSED),
        (PLAIN, [1], IM_END, REFUSED),
        (PLAIN, "{", NO_EOS, set()),
    ],
    "sglang": [
        (PLAIN | listing(7), listing(8), IM_END, {7, 8, 258}),
        (PLAIN | listing(7), listing(0), IM_END, {7, 258}),  # 0 does not count
        (PLAIN | listing(0), listing([]), IM_END, {0, 258}),
        (QWEN | nested(7), listing(8), IM_END, {7, 8, 258}),
        (QWEN | nested(7) | listing(None), listing(8), IM_END, {8, 258}),
        (LLAMA, None, IM_END, {2, 258}),
        (PLAIN | listing([[7]]), None, IM_END, REFUSED),
        (PLAIN | listing(7), "{", IM_END, {7, 258}),
        (PLAIN, [1], IM_END, REFUSED),
    ],
    "tgi": [
        (PLAIN | listing(7), listing([8, 9]), IM_END, {8, 9}),
        (PLAIN, listing(8), IM_END, {258}),  # an int is ignored
        (PLAIN, listing([]), IM_END, set()),
        (PLAIN, listing([[7]]), IM_END, {258}),
        (PLAIN | listing(7), None, IM_END, {258}),
        (PLAIN | listing(7), [1], IM_END, {258}),
        (PLAIN, None, NO_EOS, set()),
    ],
    "ollama-mlx": [
        (PLAIN | listing(7), listing(8), IM_END, {8}),
        (PLAIN | listing(7), listing([]), IM_END, {7}),
        (PLAIN | listing([7, "8"]), listing("8"), IM_END, {7}),
        (PLAIN | listing(7), listing(0), IM_END, {0}),
        (PLAIN | listing(True), None, IM_END, {258}),
        (PLAIN, listing(7.9), IM_END, {7}),
        (PLAIN, listing(-1), IM_END, set()),
        (QWEN | nested(7), None, IM_END, {258}),
        (PLAIN, None, {"eos_token": {"content": "<|im_end|>"}}, {258}),
        (PLAIN, None, {"eos_token": "a"}, set()),  # no added token
        (PLAIN, "{", IM_END, {258}),
        (PLAIN, None, NO_EOS, set()),
    ],
    "lm-studio": [
        (PLAIN, listing(7), NO_EOS, {7, *EOT_TEXTS}),
        (PLAIN | listing(7), NO_EOS, IM_END, {7, *EOT_TEXTS}),
        (PLAIN | nested(7), None, IM_END, EOT_TEXTS),  # without eyes, text_config is not read
        (QWEN | SEES | nested(7), None, IM_END, {7, *EOT_TEXTS}),
        (QWEN | SEES | nested(7) | listing(8), listing(None), IM_END, {7, *EOT_TEXTS}),
        (QWEN | SEES | nested(7) | listing(8), listing([]), IM_END, EOT_TEXTS),
        (PLAIN | SEES, listing(7.5), IM_END, REFUSED),
        ({"model_type": "gpt_oss"}, listing(7), NO_EOS, {7}),
        (PLAIN, [1], IM_END, REFUSED),
    ],
    "omlx": [
        (PLAIN, listing(7), IM_END, {7, 258}),
        (PLAIN | listing(7), listing(0), IM_END, {0, 7, 258}),
        (PLAIN | listing(7), listing("8"), IM_END, {258}),
        (PLAIN | listing(7), NO_EOS, IM_END, {7, 258}),
        (PLAIN | nested(7), None, IM_END, {258}),
        (PLAIN, listing([[7]]), IM_END, REFUSED),
        (PLAIN | listing(7), "{", IM_END, {7, 258}),
    ],
    "mlx-swift": [
        (PLAIN | listing(7), listing(8), IM_END, {8, 258}),
        (PLAIN | listing(7), listing([]), IM_END, {258}),
        (PLAIN | listing(7), listing(None), IM_END, {7, 258}),
        (PLAIN | listing(7), listing("8"), IM_END, {7, 258}),
        (QWEN | nested([7, 8]), None, IM_END, {7, 8, 258}),
        (QWEN | nested(7) | listing(8), NO_EOS, IM_END, {8, 258}),
        (PLAIN | listing("7"), listing(8), IM_END, REFUSED),
        (PLAIN | listing(True), None, IM_END, REFUSED),
        (PLAIN | listing(7.0), None, IM_END, {7, 258}),
        (PLAIN | listing([7.5]), None, IM_END, REFUSED),
        (PLAIN, None, IM_END | {"unk_token": "a"}, {64, 258}),
        (PLAIN, "{", NO_EOS, set()),
    ],
}
CASES = [(RuntimeName(name), row) for name, rows in ROWS.items() for row in rows]


@pytest.mark.parametrize(("name", "row"), CASES, ids=lambda part: str(part))
def test_the_set_is_the_one_that_the_rules_give(
    name: RuntimeName, row: Row, tmp_path: Path
) -> None:
    config, generation, tokenizer, ids = row
    stop_set = STOP_SETS[name](_checkpoint(tmp_path, config, generation, tokenizer))
    assert stop_set.refuses is (ids is REFUSED), stop_set
    assert stop_set.ids == (ids or set()), stop_set
    assert stop_set.why


def test_sglang_adds_the_texts_that_it_knows(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, config=PLAIN, specials=("<|eom_id|>", "<|eot_id|>"))
    stop_set = STOP_SETS[RuntimeName.SGLANG](Checkpoint(folder))
    assert stop_set.ids == {256}
    assert stop_set.why.endswith("SGLang itself adds 256.")


def test_omlx_and_lm_studio_know_the_ends_of_gpt_oss(tmp_path: Path) -> None:
    specials = ("<|return|>", "<|call|>", "<|end|>")
    folder = make_folder(tmp_path, config={"model_type": "gpt_oss"}, specials=specials)
    for name in (RuntimeName.OMLX, RuntimeName.LM_STUDIO):
        assert STOP_SETS[name](Checkpoint(folder)).ids == {256, 257}


def test_lm_studio_refuses_a_model_that_nothing_stops(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, config=PLAIN, specials=("<a>",))
    stop_set = STOP_SETS[RuntimeName.LM_STUDIO](Checkpoint(folder))
    assert stop_set.refuses
    assert "LM Studio refuses a model without a stop token." in stop_set.why


def test_lm_studio_passes_over_the_quotation_mark_of_rnj(tmp_path: Path) -> None:
    checkpoint = _checkpoint(
        tmp_path, {"model_type": "gemma3_text"} | listing([1, 7]), None, IM_END
    )
    assert checkpoint.token_text(1) == '"'
    assert STOP_SETS[RuntimeName.LM_STUDIO](checkpoint).ids == {7, *EOT_TEXTS}


def test_ollama_reads_the_special_tokens_map_last(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, config=PLAIN)
    (folder / "special_tokens_map.json").write_text('{"eos_token": "<|im_end|>"}')
    stop_set = STOP_SETS[RuntimeName.OLLAMA_MLX](Checkpoint(folder))
    assert stop_set.ids == {258}
    assert "special_tokens_map.json names <|im_end|> (258)." in stop_set.why


def test_the_reason_says_what_hides_the_tokenizer(tmp_path: Path) -> None:
    checkpoint = _checkpoint(tmp_path, PLAIN, listing(256), IM_END)
    told = STOP_SETS[RuntimeName.MLX_LM_0_31](checkpoint).why
    assert told == (
        "generation_config.json lists 256 only. "
        "The tokenizer's eos_token <|im_end|> (258) is not asked."
    )


def _checkpoint(folder: Path, config: Any, generation: Any, tokenizer: Any) -> Checkpoint:
    """A folder; a text as generation_config is the file's own text."""
    raw = isinstance(generation, str)
    files = {"config": config, "tokenizer_config": tokenizer}
    make_folder(folder, **files, generation_config=None if raw else generation)
    if raw:
        (folder / "generation_config.json").write_text(generation)
    return Checkpoint(folder)

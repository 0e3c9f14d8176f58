"""What mlx-vlm's config classes add is what the really running classes add."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from tests.support.folders import make_folder
from tests.support.real_runtimes import RealRuntimes, RealStopSet

NAMES = (RuntimeName.MLX_VLM, RuntimeName.MLX_VLM_0_6)
STOP_SETS = {runtime.name: runtime.stop_set for runtime in RUNTIMES}
KINDS = (
    *("aya_vision", "deepseek_v41", "fastvlm", "gemma3", "gemma4", "glm4v", "glm4v_moe"),
    *("glm5_next", "glm_ocr", "hunyuan_vl", "jina_vlm", "llada2_moe", "llama4", "llava"),
    *("mimo_v2", "mistral3", "moondream2", "moondream3", "muse_glimmer", "nemotron_parse"),
    *("nemotron_labs_diffusion", "openai_privacy_filter", "paddleocr_vl", "phi3_v", "pixtral"),
    *("qwen3_5", "qwen3_5_moe", "qwen3_vl", "smolvlm", "step3p7", "zaya1_vl", "got", "clef"),
)
MISSING = re.compile(r"(\w+)\.__init__\(\) missing \d+ required positional arguments?: (.*)")
SPECIAL = {
    "rope_parameters": {
        "type": "default",
        "mrope_section": [1, 1, 2],
        "rope_theta": 1e4,
        "partial_rotary_factor": 0.5,
    },
    "layer_types": ["full_attention"] * 8,
    "rope_scaling": None,
}
LOADED = 26  # of the kinds, in each version


@pytest.mark.parametrize("name", NAMES)
def test_classes_add_what_the_running_ones_add(
    name: RuntimeName, real: RealRuntimes, tmp_path: Path
) -> None:
    compared = set()
    for kind in KINDS:
        for more in ({}, {"text_config": {"eos_token_id": 7}}, {"eos_token_id": None}):
            folder = make_folder(tmp_path / "f", tokenizer_config={"eos_token": "<|im_end|>"})
            answer = _ask(name, real, folder, {"model_type": kind, **json.loads(json.dumps(more))})
            if answer.error and "eos_token_id" not in answer.error:
                continue  # a class that wants more than this test can make up, or is not there
            told = STOP_SETS[name](Checkpoint(folder))
            assert told.refuses is bool(answer.error), (kind, more, answer, told)
            assert told.refuses or told.ids == answer.ids, (kind, more, answer, told)
            compared.add(kind)
    assert len(compared) >= LOADED, sorted(set(KINDS) - compared)


def _ask(
    name: RuntimeName, real: RealRuntimes, folder: Path, config: dict[str, Any]
) -> RealStopSet:
    """Ask with a config to which the fields are added that the class is said to miss."""
    while True:
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        answer = real.stop_set(name, folder)
        missing = MISSING.search(answer.error)
        if missing is None:
            return answer
        sections = [key for key in ("text", "vision") if missing[1].lower().startswith(key)]
        sections = [] if config["model_type"] == "got" else sections  # its config is flat
        place = config.setdefault(f"{sections[0]}_config", {}) if sections else config
        names = set(re.findall(r"'(\w+)'", missing[2])) - set(place)
        if not names:
            return answer
        place.update({name: _made_up(name, config) for name in names})


def _made_up(name: str, config: dict[str, Any]) -> Any:
    if name == "model_type":
        return config["model_type"]
    if name.endswith(("_eps", "_factor", "_theta")):
        return 1.0
    return SPECIAL.get(name, {} if name.endswith("_config") else 8)

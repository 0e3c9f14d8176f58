"""What mlx-vlm's config classes make of eos_token_id, by model type.

Read from mlx-vlm 0.7.10 and 0.6.17 (models/*/config.py, processing_*.py) and run for each type.
A class may bring ids of its own or copy those of text_config, but `load_model` then sets the
attribute once more from config.json if the key is there at all, null included. So both count
only where neither config.json nor generation_config.json has the key.
"""

from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import CONFIG, EOS
from endstop.doctor.runtimes.wording import within
from endstop.translation import _

QWEN_TURN_END = 248046  # appended by the classes of Qwen3.5, whatever the tokenizer calls it
_QWEN = frozenset({"clef", "qwen3_5", "qwen3_5_moe", "qwen4_exp"})
_COPIES_TEXT = frozenset({"glm4v", "glm_ocr", "muse_glimmer", "step3p7"})
_COPIES_TEXT_0_7 = _COPIES_TEXT | {"deepseek_v41", "glm5_next"}
_OWN: dict[str, tuple[int, ...]] = {
    "d1": (7,),
    "fastvlm": (151645,),
    "glm4v_moe": (151329, 151336, 151338),
    "glm_ocr": (59246, 59253),
    "hunyuan_vl": (120020,),
    "jina_vlm": (151643,),
    "lfm2_vl": (7,),
    "llada2_moe": (156892,),
    "mimo_v2": (151645,),
    "moondream2": (0,),
    "moondream3": (0,),
    "muse_glimmer": (200001,),
    "muse_spark": (200001, 200008),
    "nemotron_labs_diffusion": (11,),
    "nemotron_parse": (2,),
    "nemotron_voicechat": (2,),
    "openai_privacy_filter": (199999,),
    "paddleocr_vl": (2,),
    "qwen3_omni_moe": (151645,),
    "unlimited_ocr": (1,),
    "zaya1_vl": (262143,),
}
_OWN_0_6 = {**_OWN, "glm5_next": (154820, 154827, 154829)}
_ALWAYS = {"got": (151643, 151645), "phi3_v": (2, 32000, 32007)}
_PHI_VOCABULARY = 32064  # rows; a smaller vocabulary gets no chat tokens
_PROCESSOR = {"idefics3": "<end_of_utterance>", "kimi_vl": "<|im_assistant|>"}
_OTHER_NAMES = {
    "jvlm": "jina_vlm",
    "lfm2-vl": "lfm2_vl",
    "llava_qwen2": "fastvlm",
    "moondream1": "moondream2",
    "muse_spark_open": "muse_spark",
    "unlimited-ocr": "unlimited_ocr",
}


def model_type(checkpoint: Checkpoint) -> str:
    """The model type as mlx-vlm calls it."""
    name = str(checkpoint.json_file(CONFIG).content.get("model_type")).lower()
    return _OTHER_NAMES.get(name, name)


def absent_eos(checkpoint: Checkpoint, *, newer: bool) -> tuple[Any, str]:
    """The eos of the config class where no file has the key, and which place it is from.

    `newer`: as in 0.7, else as in 0.6.
    """
    kind = model_type(checkpoint)
    text_config = checkpoint.json_file(CONFIG).content.get("text_config")
    nested = text_config.get(EOS) if isinstance(text_config, dict) else None
    if kind in _QWEN and nested is not None:
        ids = nested if isinstance(nested, list) else [nested]
        own = [] if QWEN_TURN_END in ids else [QWEN_TURN_END]
        return [*ids, *own], within("text_config")
    if kind in (_COPIES_TEXT_0_7 if newer else _COPIES_TEXT) and nested is not None:
        return nested, within("text_config")
    own_ids = (_OWN if newer else _OWN_0_6).get(kind)
    return (list(own_ids) if own_ids else None), "mlx-vlm"


def class_failure(checkpoint: Checkpoint, value: Any) -> str:
    """Why the config class fails on a value that the files give, empty if it does not."""
    text_config = checkpoint.json_file(CONFIG).content.get("text_config") or {}
    if model_type(checkpoint) == "glm4v" and value is None and EOS not in text_config:
        return _("mlx-vlm's model class needs one.")
    if model_type(checkpoint) in _ALWAYS and isinstance(value, float):
        return _("mlx-vlm's model class fails to make a list of it.")
    return ""


def always_added(checkpoint: Checkpoint) -> tuple[int, ...]:
    """The ids that the config class adds to whatever the files say."""
    kind = model_type(checkpoint)
    rows = checkpoint.json_file(CONFIG).content.get("vocab_size", _PHI_VOCABULARY)
    if kind == "phi3_v" and not (isinstance(rows, int) and rows > max(_ALWAYS[kind])):
        return ()
    return _ALWAYS.get(kind, ())


def processor_adds(checkpoint: Checkpoint, *, newer: bool) -> tuple[int, ...]:
    """The ids that the model's processor adds."""
    kind = model_type(checkpoint)
    if kind == "muse_spark" and newer:
        return _OWN[kind]
    token_id = checkpoint.token_id(_PROCESSOR[kind]) if kind in _PROCESSOR else None
    return () if token_id is None else (token_id,)

"""What llama.cpp's converter makes of a model folder: the special ids that it writes.

Sources: gguf-py, gguf/vocab.py (`SpecialVocab`; gguf 0.19.0, run), and the converter's classes for
single models: conversion/base.py (`_set_vocab_glm`), chatglm.py, glm.py, internlm.py, hunyuan.py,
gemma.py (2026).

eos is tokenizer_config.json's eos_token (sep_token without one), looked up in the added tokens of
tokenizer.json, else the eos_token_id of config.json, else text_config's; only an int counts, and
generation_config.json is not read. Where the post-processor ends a text with another token, that
one becomes eos and the former eot.
"""

import json
from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import CONFIG, FileState, file_state, unreadable
from endstop.translation import _

_SETTINGS = "tokenizer_config.json"
_ENDOFTEXT, _USER, _OBSERVATION = "<|endoftext|>", "<|user|>", "<|observation|>"
# What the classes of single models set where nothing else has.
_GLM4, _GLM_MOE = {"eos": _ENDOFTEXT, "eot": _USER}, {"eot": _USER, "eom": _OBSERVATION}
_SET_IF_UNSET = {
    "chatglm": _GLM4,
    "glm4": _GLM4,
    "glm4v": _GLM4,
    "glm4_moe": _GLM_MOE,
    "glm4_moe_lite": _GLM_MOE,
    "glm4v_moe": _GLM_MOE,
    "glm_moe_dsa": _GLM_MOE,
    "solar_open": {"eos": _ENDOFTEXT, "eot": _ENDOFTEXT},
}
_INTERNLM = ("internlm2", "internlm3")
_HUNYUAN = ("hunyuan_v1_dense", "hunyuan_vl")
_GEMMA_TURN_END = 107


def conversion_refusal(checkpoint: Checkpoint) -> str:
    """Why the converter fails on the folder's files, empty if it does not."""
    if checkpoint.tokenizer_error:
        return _("tokenizer.json is refused: {reason}.").format(reason=checkpoint.tokenizer_error)
    for name in (CONFIG, _SETTINGS):
        state = file_state(checkpoint, name)
        if state not in (FileState.READ, FileState.MISSING):
            return unreadable(name, state)
    if file_state(checkpoint, CONFIG) is FileState.MISSING:
        return _("There is no config.json.")
    value = checkpoint.json_file(CONFIG).content.get("eos_token_id")
    if isinstance(value, int) and value < 0:
        return _("The converter refuses the eos_token_id {value}.").format(value=value)
    return ""


def special_ids(checkpoint: Checkpoint) -> dict[str, int]:
    """The ids of the slots eos, eot and eom; a slot that stays unset is left out."""
    ids = _common(checkpoint)
    kind = str(checkpoint.json_file(CONFIG).content.get("model_type"))
    for slot, text in _SET_IF_UNSET.get(kind, {}).items():
        token_id = checkpoint.added_tokens.get(text)
        if token_id is not None:
            ids.setdefault(slot, token_id)
    if kind in _INTERNLM and "<|im_end|>" in checkpoint.added_tokens:
        ids["eos"] = checkpoint.added_tokens["<|im_end|>"]
    if kind in _HUNYUAN:
        ids.update(_of_hunyuan(checkpoint))
    if kind == "gemma":
        ids["eot"] = _GEMMA_TURN_END
    return ids


def _common(checkpoint: Checkpoint) -> dict[str, int]:
    """The ids that `SpecialVocab` finds."""
    settings, config = checkpoint.tokenizer_config, checkpoint.json_file(CONFIG).content
    named = {"eos": settings.get("eos_token")}
    if checkpoint.tokenizer and settings:
        named["eos"] = named["eos"] or settings.get("sep_token")
        last = _last_special(checkpoint)
        if last and last != named["eos"]:
            named = {"eos": last, "eot": named["eos"]}
    added = checkpoint.added_tokens if checkpoint.tokenizer else {}
    found = {slot: added.get(token_content(token)) for slot, token in named.items()}
    for slot in named:
        if found[slot] is None:
            found[slot] = _listed(config, f"{slot}_token_id")
    return {slot: token_id for slot, token_id in found.items() if token_id is not None}


def _listed(config: dict[str, Any], key: str) -> int | None:
    """An id of config.json, or of its text_config where the key is missing or null."""
    value, inner = config.get(key), config.get("text_config")
    if value is None and isinstance(inner, dict):
        value = inner.get(key)
    return int(value) if isinstance(value, int) else None


def _last_special(checkpoint: Checkpoint) -> str | None:
    """The special token with which the post-processor ends a text."""
    tokenizer = checkpoint.tokenizer
    if tokenizer is None or tokenizer.post_processor is None:
        return None
    processor = json.loads(tokenizer.post_processor.__getstate__())
    last = None
    for step in processor.get("processors", [processor]):
        single = step.get("single", []) if step.get("type") == "TemplateProcessing" else []
        if len(single) > 1:
            last = single[-1].get("SpecialToken", {}).get("id") or last
    return last


def _of_hunyuan(checkpoint: Checkpoint) -> dict[str, int]:
    """Hunyuan's eos is its eod_token_id, its eot the first of a longer generation list."""
    end = checkpoint.json_file(CONFIG).content.get("eod_token_id")
    listed = checkpoint.generation_config.get("eos_token_id")
    turn_end = listed[0] if isinstance(listed, list) and len(listed) > 1 else None
    slots = {"eos": end, "eot": turn_end}
    return {slot: value for slot, value in slots.items() if isinstance(value, int)}

"""Ollama's MLX runner: the first file that names a stop token, and no other.

Version 0.33.0-rc2, read. Source: x/tokenizer/tokenizer_load.go (`applySpecialTokenConfig`).

The order is generation_config.json, config.json (top level), tokenizer_config.json's eos_token,
special_tokens_map.json's. Numbers count, whole or not (7.9 is 7); texts, booleans and null do
not; a list without a number is passed over. A token's text must be an added token of
tokenizer.json. A tokenizer that is no BPE is refused.
"""

from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import CONFIG, EOS, GENERATION_CONFIG, is_gguf
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.wording import (
    gguf_is_not_run,
    lists,
    lists_nothing,
    refuses,
    stops,
    untold,
)
from endstop.translation import _


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return untold(gguf_is_not_run())
    refusal = _refusal(checkpoint)
    if refusal:
        return refuses(refusal)
    for file in (GENERATION_CONFIG, CONFIG):
        value = checkpoint.json_file(file).content.get(EOS)
        ids = _numbers(value)
        if ids:
            only = _("Ollama's MLX runner asks no other file.")
            return stops((i for i in ids if i >= 0), lists(file, value), only)
    for file in ("tokenizer_config.json", "special_tokens_map.json"):
        text = token_content(checkpoint.json_file(file).content.get("eos_token"))
        token_id = checkpoint.added_tokens.get(text)
        if token_id is not None:
            said = _("{file} names {text} ({id}).").format(file=file, text=text, id=token_id)
            return stops({token_id}, lists_nothing(checkpoint, GENERATION_CONFIG), said)
    return stops((), lists_nothing(checkpoint, GENERATION_CONFIG), _("No other file names one."))


def _refusal(checkpoint: Checkpoint) -> str:
    """Why the tokenizer is not loaded, empty if it is."""
    if checkpoint.tokenizer is None:
        return _("There is no tokenizer.json that can be read.")
    kind = type(checkpoint.tokenizer.model).__name__
    return "" if kind == "BPE" else _("Its tokenizer is of the kind {kind}.").format(kind=kind)


def _numbers(value: Any) -> list[int]:
    """The numbers of a setting, cut to whole ones as Go's conversion does."""
    values = value if isinstance(value, list) else [value]
    return [int(v) for v in values if type(v) in (int, float) and abs(v) < 2**31]


RUNTIME = Runtime(RuntimeName.OLLAMA_MLX, "0.33.0-rc2", _stop_set)

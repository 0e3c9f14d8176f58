"""transformers: generation_config.json alone decides; the tokenizer is never asked.

Version 5.24.0, run with torch 2.13 on a tiny random model (the cases are in the tests). Sources:
generation/utils.py (`adjust_generation_fn`, `_prepare_special_tokens`, `_get_stopping_criteria`),
generation/configuration_utils.py (`from_pretrained`, `from_model_config`).

A generation_config.json without an eos, or with null, means no stop token at all. Only where it
is missing, is no valid JSON or is not UTF-8, config.json serves: its own eos_token_id, else that of
the first of decoder, generator and text_config. That reads the file, not the config class, so a
class's default (LlamaConfig: 2) stops nothing. The value becomes a tensor of integers: true is 1,
7.9 is 7; a text, null in a list or a ragged list is an error, and so is [] without a
pad_token_id, whose place the first eos takes. config.json is loaded first; its class may refuse it.
"""

from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import (
    CONFIG,
    EOS,
    GENERATION_CONFIG,
    FileState,
    file_state,
    is_gguf,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.transformers_configs import refused_setting
from endstop.doctor.runtimes.wording import (
    config_failure,
    gguf_is_not_run,
    lists,
    lists_nothing,
    refuses,
    shown,
    stops,
    untold,
    within,
)
from endstop.translation import _

_NESTED = ("decoder", "generator", "text_config")
_LARGEST = 2**63  # the tensor's integers have 64 bits


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return untold(gguf_is_not_run())
    failure = config_failure(checkpoint)
    if failure:
        return refuses(failure)
    refused = refused_setting(checkpoint)
    if refused:
        key, value = refused
        why = _("transformers refuses config.json: its {key} is {value}.")
        return refuses(why.format(key=key, value=shown(value)))
    match file_state(checkpoint, GENERATION_CONFIG):
        case FileState.READ:
            return _from_generation_config(checkpoint)
        case FileState.NOT_OBJECT | FileState.TOO_DEEP:
            return refuses(lists_nothing(checkpoint, GENERATION_CONFIG))
        case _:
            return _from_config(checkpoint)


def _from_generation_config(checkpoint: Checkpoint) -> EffectiveStopSet:
    settings = checkpoint.generation_config
    value = settings.get(EOS)
    if value is None:
        nothing = lists_nothing(checkpoint, GENERATION_CONFIG)
        hidden = _("It hides config.json, and transformers never asks the tokenizer.")
        return stops((), nothing, hidden)
    return _as_tensor(value, settings.get("pad_token_id"), lists(GENERATION_CONFIG, value))


def _from_config(checkpoint: Checkpoint) -> EffectiveStopSet:
    config = checkpoint.json_file(CONFIG).content
    nested = next((key for key in _NESTED if config.get(key)), None)
    inner = config[nested] if nested and isinstance(config[nested], dict) else {}
    place = CONFIG if config.get(EOS) is not None else within(nested or "")
    value = inner.get(EOS) if config.get(EOS) is None else config[EOS]
    nothing = lists_nothing(checkpoint, GENERATION_CONFIG)
    if value is None:
        asked = _("transformers never asks the tokenizer.")
        return stops((), nothing, lists_nothing(checkpoint, CONFIG), asked)
    pad = config.get("pad_token_id")
    pad = inner.get("pad_token_id") if pad is None else pad
    return _as_tensor(value, pad, nothing, lists(place, value))


def _as_tensor(value: Any, pad: Any, *sentences: str) -> EffectiveStopSet:
    """The ids that `torch.tensor(value, dtype=torch.long)` holds, or the failure of it."""
    shape = _shape(value)
    if shape is None or not isinstance(pad, int | float | None):
        return refuses(*sentences, _("transformers fails to make a tensor of it."))
    if pad is None and not _gives_a_pad(shape):
        return refuses(*sentences, _("transformers takes the pad token from it and fails."))
    ids = (int(number) for number in _flat(value))
    never = _("transformers never asks the tokenizer.")
    return stops((token_id for token_id in ids if token_id >= 0), *sentences, never)


def _gives_a_pad(shape: tuple[int, ...]) -> bool:
    """Whether the first entry of the tensor can be the pad token: one number."""
    return shape == () or (shape[0] > 0 and shape[1:] in ((), (1,)))


def _shape(value: Any) -> tuple[int, ...] | None:
    """The tensor's shape; None where a value is no number or the lists are ragged."""
    if isinstance(value, int | float):
        fits = -_LARGEST <= value < _LARGEST
        return () if fits else None
    if not isinstance(value, list):
        return None
    shapes = {_shape(item) for item in value}
    if len(shapes) > 1 or None in shapes:
        return None
    inner = next(iter(shapes), ())
    return None if inner is None else (len(value), *inner)


def _flat(value: Any) -> list[int | float]:
    return [n for item in value for n in _flat(item)] if isinstance(value, list) else [value]


RUNTIME = Runtime(RuntimeName.TRANSFORMERS, "5.24.0", _stop_set)

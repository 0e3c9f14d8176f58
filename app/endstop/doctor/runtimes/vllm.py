"""vLLM: the tokenizer's eos, and the ids of generation_config.json or the model's config.

Version 0.33.0, read. Sources: vllm/sampling_params.py (`update_from_generation_config`),
vllm/v1/engine/input_processor.py, vllm/config/model.py (`try_get_generation_config`).

generation_config.json adds to the tokenizer's eos. Only where it is missing or no valid JSON, a
generation config is made of the loaded model config: its eos_token_id, else that of its text
config, the defaults of the config classes included (LlamaConfig: 2).
A request's `ignore_eos` drops all of them.
"""

from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import (
    CONFIG,
    EOS,
    GENERATION_CONFIG,
    FileState,
    as_set,
    file_state,
    is_gguf,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.tokenizer_eos import read_tokenizer_eos
from endstop.doctor.runtimes.transformers_configs import default_eos
from endstop.doctor.runtimes.wording import (
    config_failure,
    lists,
    lists_nothing,
    refuses,
    stops,
    tokenizer_adds,
    tokenizer_is_untold,
    untold,
    within,
)
from endstop.translation import _


def model_config_eos(checkpoint: Checkpoint) -> tuple[Any, str]:
    """The eos_token_id that the loaded model config gives, and the place it is from."""
    config = checkpoint.json_file(CONFIG).content
    if config.get(EOS) is not None:
        return config[EOS], CONFIG
    nested = config.get("text_config")
    if isinstance(nested, dict) and nested.get(EOS) is not None:
        return nested[EOS], within("text_config")
    ids = default_eos(config.get("model_type"))
    return (list(ids) or None), _("The model's class in transformers")


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return untold(_("vLLM takes a GGUF file's tokenizer from elsewhere."))
    eos = read_tokenizer_eos(checkpoint)
    state = file_state(checkpoint, GENERATION_CONFIG)
    failure = config_failure(checkpoint) or eos.refusal
    if failure:
        return refuses(failure)
    if state in (FileState.NOT_OBJECT, FileState.TOO_DEEP):
        return refuses(lists_nothing(checkpoint, GENERATION_CONFIG))
    value, place = checkpoint.generation_config.get(EOS), GENERATION_CONFIG
    said = lists_nothing(checkpoint, GENERATION_CONFIG)
    if state is not FileState.READ:
        value, place = model_config_eos(checkpoint)
    if value is not None:
        said = lists(place, value)
    ids = as_set(value) if value is not None else frozenset()
    if ids is None:
        return refuses(said, _("vLLM fails to make a set of it."))
    if eos.untold:
        return untold(said, tokenizer_is_untold())
    own = {eos.id} if eos.id is not None else set()
    return stops(ids | own, said, tokenizer_adds(eos))


RUNTIME = Runtime(RuntimeName.VLLM, "0.33.0", _stop_set)

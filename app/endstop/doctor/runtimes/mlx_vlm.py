"""mlx-vlm: the configured eos, and, since 0.7.0, the tokenizer's eos with it.

Versions 0.7.10 and 0.6.17, both run. Sources: mlx_vlm/utils.py (`load_config`,
`_merge_generation_config`, `apply_generation_config_defaults`, `load_processor`,
`resolve_eos_token_ids`, `StoppingCriteria.reset`), models/*/config.py (see `mlx_vlm_models`).

The key eos_token_id in generation_config.json hides that of config.json, null too; an empty
file or one that is no valid JSON or no object is ignored. In 0.7 what is no int or list of ints is
dropped, and the tokenizer's eos is always added. In 0.6 the value replaces it, an empty list too;
and with neither a value nor a tokenizer eos the model does not load. The server of 0.6 never asks
the tokenizer: where no file names an eos, it stops at nothing.
Where no file has the key, some classes bring ids or copy text_config's; Qwen3.5's adds 248046.
"""

from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import (
    CONFIG,
    EOS,
    GENERATION_CONFIG,
    FileState,
    equal_ids,
    file_state,
    has_failing_file,
    is_gguf,
)
from endstop.doctor.runtimes.mlx_vlm_models import (
    absent_eos,
    always_added,
    class_failure,
    processor_adds,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.tokenizer_eos import TokenizerEos, read_tokenizer_eos
from endstop.doctor.runtimes.wording import (
    config_failure,
    gguf_is_not_run,
    lists,
    lists_nothing,
    refuses,
    shown,
    stops,
    tokenizer_adds,
    tokenizer_is_hidden,
    tokenizer_is_untold,
    untold,
)
from endstop.translation import _


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The set of 0.7: the configured ids, the tokenizer's eos and the processor's ids."""
    refusal = _unusual(checkpoint)
    if refusal:
        return refusal
    value, said, failure = _configured(checkpoint, newer=True)
    if failure:
        return refuses(said, failure)
    eos = read_tokenizer_eos(checkpoint)
    if eos.untold:
        return untold(said, tokenizer_is_untold())
    named = value if isinstance(value, list) else [value]
    ids = {*equal_ids(v for v in named if isinstance(v, int)), *_own_ids(checkpoint, newer=True)}
    if eos.id is not None:
        ids.add(eos.id)
    return stops(ids, said, tokenizer_adds(eos), _own_said(checkpoint, newer=True))


def _old_stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The set of 0.6: the configured ids, or else the tokenizer's eos; and the processor's."""
    refusal = _unusual(checkpoint)
    if refusal:
        return refusal
    value, said, failure = _configured(checkpoint, newer=False)
    eos = read_tokenizer_eos(checkpoint)
    failure = failure or _old_failure(value, eos)
    if failure:
        return refuses(said, failure)
    own, own_said = _own_ids(checkpoint, newer=False), _own_said(checkpoint, newer=False)
    if value is None:
        return _old_without_value(eos, own, said, own_said)
    named = value if isinstance(value, list) else [value]
    return stops({*equal_ids(named), *own}, said, tokenizer_is_hidden(eos), own_said)


def _old_failure(value: Any, eos: TokenizerEos) -> str:
    """Why 0.6 does not load the model, empty if it does."""
    if not value and eos.id is None and not eos.untold:
        return _("The tokenizer names no eos_token either, and mlx-vlm 0.6 fails.")
    if isinstance(value, float):
        return _("mlx-vlm 0.6 fails to make a list of it.")
    return ""


def _old_without_value(eos: TokenizerEos, own: tuple[int, ...], *said: str) -> EffectiveStopSet:
    if eos.untold or eos.id is None:
        return untold(*said, tokenizer_is_untold())
    return stops({eos.id, *own}, said[0], tokenizer_adds(eos), *said[1:])


def config_refusal(checkpoint: Checkpoint) -> str:
    """Why load_config or what follows fails on the files, empty if it does not."""
    failure = config_failure(checkpoint)
    if failure:
        return failure
    if has_failing_file(checkpoint, GENERATION_CONFIG):
        return lists_nothing(checkpoint, GENERATION_CONFIG)
    if not isinstance(checkpoint.json_file(CONFIG).content.get("text_config", {}), dict):
        return _("The text_config of config.json is no object.")
    return ""


def _unusual(checkpoint: Checkpoint) -> EffectiveStopSet | None:
    """The answer where the folder is not one that mlx-vlm loads."""
    if is_gguf(checkpoint):
        return untold(gguf_is_not_run())
    refusal = config_refusal(checkpoint) or read_tokenizer_eos(checkpoint).refusal
    return refuses(refusal) if refusal else None


def _configured(checkpoint: Checkpoint, *, newer: bool) -> tuple[Any, str, str]:
    """What `model.config.eos_token_id` is, where from, and why the class fails if it does."""
    generation, config = checkpoint.generation_config, checkpoint.json_file(CONFIG).content
    if EOS in generation and file_state(checkpoint, GENERATION_CONFIG) is FileState.READ:
        value, file = generation[EOS], GENERATION_CONFIG
    elif EOS in config:
        value, file = config[EOS], CONFIG
    else:
        value, file = absent_eos(checkpoint, newer=newer)
    said = lists(file, value) if value is not None else _nothing(checkpoint)
    added = always_added(checkpoint)
    failure = class_failure(checkpoint, value)
    if failure or not added:
        return value, said, failure
    named = value if isinstance(value, list) else [value]
    return [*named, *added], said, ""


def _nothing(checkpoint: Checkpoint) -> str:
    """What the files say where no eos comes of them."""
    nothing = lists_nothing(checkpoint, GENERATION_CONFIG)
    if EOS in checkpoint.generation_config:
        return nothing
    return f"{nothing} {lists_nothing(checkpoint, CONFIG)}"


def _own_ids(checkpoint: Checkpoint, *, newer: bool) -> tuple[int, ...]:
    return (*always_added(checkpoint), *processor_adds(checkpoint, newer=newer))


def _own_said(checkpoint: Checkpoint, *, newer: bool) -> str:
    """Which ids mlx-vlm's own code adds for this type of model."""
    ids = _own_ids(checkpoint, newer=newer)
    return _("mlx-vlm itself adds {ids}.").format(ids=shown(list(ids))) if ids else ""


RUNTIME = Runtime(RuntimeName.MLX_VLM, "0.7.10", _stop_set)
RUNTIME_0_6 = Runtime(RuntimeName.MLX_VLM_0_6, "0.6.17", _old_stop_set)

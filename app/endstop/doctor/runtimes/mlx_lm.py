"""mlx-lm: the first file that names an eos, and, since 0.32.0, the tokenizer's eos with it.

Versions 0.32.2 and 0.31.3, both run. Sources: mlx_lm/utils.py (`load_config`, `load`,
`load_tokenizer`), mlx_lm/tokenizer_utils.py (`load`, `TokenizerWrapper.__init__`),
mlx_lm/models/muse_spark.py (`TOKENIZER_DEFAULTS`, 0.32 only).

A truthy eos_token_id of generation_config.json hides that of config.json; 0, [] and null do not.
text_config is not read. A generation_config.json that is no valid JSON is ignored, one that is no
object or not UTF-8 ends in an error. The value goes through Python's set(): a text becomes its
letters, a nested list or a bare float is an error, while 0 in config.json counts. Up to 0.31 the
value replaces the tokenizer's eos, an empty list too, and then nothing stops it.
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
    has_failing_file,
    is_gguf,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.tokenizer_eos import TokenizerEos, read_tokenizer_eos
from endstop.doctor.runtimes.wording import (
    config_failure,
    gguf_is_not_run,
    lists,
    lists_nothing,
    refuses,
    stops,
    tokenizer_adds,
    tokenizer_is_hidden,
    tokenizer_is_untold,
    untold,
)
from endstop.translation import _

_OWN_DEFAULTS = {"muse_spark": [200001, 200008]}


def configured_eos(checkpoint: Checkpoint) -> tuple[Any, str]:
    """The eos value that mlx-lm's load_config leaves, and the file that it is from."""
    value = checkpoint.generation_config.get(EOS)
    if value and file_state(checkpoint, GENERATION_CONFIG) is FileState.READ:
        return value, GENERATION_CONFIG
    return checkpoint.json_file(CONFIG).content.get(EOS), CONFIG


def load_refusal(checkpoint: Checkpoint) -> str:
    """Why load_config fails, empty if it does not."""
    state = file_state(checkpoint, GENERATION_CONFIG)
    if state is FileState.NOT_OBJECT or has_failing_file(checkpoint, GENERATION_CONFIG):
        return lists_nothing(checkpoint, GENERATION_CONFIG)
    return config_failure(checkpoint)


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The set of 0.32: the configured value and the tokenizer's eos."""
    value, file = configured_eos(checkpoint)
    model_type = str(checkpoint.json_file(CONFIG).content.get("model_type"))
    if value is None and model_type in _OWN_DEFAULTS:
        value, file = _OWN_DEFAULTS[model_type], _("mlx-lm itself")
    unusual = _unusual(checkpoint)
    if unusual:
        return unusual
    ids = as_set(value) if value or type(value) in (int, bool) else frozenset()
    eos = read_tokenizer_eos(checkpoint)
    if ids is None:
        return _not_a_set(value, file)
    if eos.untold:
        return untold(lists(file, value), tokenizer_is_untold())
    own = {eos.id} if eos.id is not None else set()
    return stops(ids | own, _said(checkpoint, value, file), tokenizer_adds(eos))


def _old_stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The set up to 0.31: the configured value, or else the tokenizer's eos."""
    value, file = configured_eos(checkpoint)
    unusual = _unusual(checkpoint)
    if unusual:
        return unusual
    eos = read_tokenizer_eos(checkpoint)
    if value is None:
        return _only_tokenizer(checkpoint, eos)
    ids = as_set(value)
    if ids is None:
        return _not_a_set(value, file)
    return stops(ids, lists(file, value), tokenizer_is_hidden(eos))


def _unusual(checkpoint: Checkpoint) -> EffectiveStopSet | None:
    """The answer where the folder is not one that mlx-lm loads."""
    if is_gguf(checkpoint):
        return untold(gguf_is_not_run())
    refusal = load_refusal(checkpoint) or read_tokenizer_eos(checkpoint).refusal
    return refuses(refusal) if refusal else None


def _only_tokenizer(checkpoint: Checkpoint, eos: TokenizerEos) -> EffectiveStopSet:
    """The set where no file names an eos."""
    if eos.untold:
        return untold(tokenizer_is_untold())
    ids = frozenset() if eos.id is None else frozenset({eos.id})
    return stops(ids, _said(checkpoint, None, CONFIG), tokenizer_adds(eos))


def _said(checkpoint: Checkpoint, value: Any, file: str) -> str:
    """What the files say, in a sentence."""
    if value is not None:
        return lists(file, value)
    nothing = lists_nothing(checkpoint, GENERATION_CONFIG)
    return f"{nothing} {lists_nothing(checkpoint, CONFIG)}"


def _not_a_set(value: Any, file: str) -> EffectiveStopSet:
    return refuses(lists(file, value), _("mlx-lm fails to make a set of it."))


RUNTIME = Runtime(RuntimeName.MLX_LM, "0.32.2", _stop_set)
RUNTIME_0_31 = Runtime(RuntimeName.MLX_LM_0_31, "0.31.3", _old_stop_set)

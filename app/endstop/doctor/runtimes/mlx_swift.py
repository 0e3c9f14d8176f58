"""mlx-swift-lm: the configured ids, the tokenizer's eos, and the unknown token.

Version of 2026-07-21 (commit 1441444), read. Sources: LLMModelFactory.swift and
VLMModelFactory.swift (`load`), BaseConfiguration.swift (`effectiveEOSTokenIds`),
GenerationConfigFile.swift, Evaluate.swift (`buildStopTokenIds`).

config.json counts, text_config where the top level has none. generation_config.json hides both,
[] too. Values must be whole numbers: a text or a boolean in config.json is an error, and one in
generation_config.json makes it ignored. A few models add texts by their published name, which a
plain folder does not have.
"""

from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import (
    CONFIG,
    EOS,
    GENERATION_CONFIG,
    equal_ids,
    is_gguf,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.tokenizer_eos import TokenizerEos
from endstop.doctor.runtimes.wording import (
    config_failure,
    gguf_is_not_run,
    lists,
    lists_nothing,
    refuses,
    stops,
    tokenizer_adds,
    untold,
    within,
)
from endstop.translation import _


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return untold(gguf_is_not_run())
    failure = config_failure(checkpoint)
    if failure:
        return refuses(failure)
    config = checkpoint.json_file(CONFIG).content
    inner = config.get("text_config", {})
    if not (inner is None or isinstance(inner, dict)):
        return refuses(_("The text_config of config.json is no object."))
    places = [(config, CONFIG), (inner or {}, within("text_config"))]
    for settings, place in places:
        if not _is_whole(settings.get(EOS)):
            return refuses(lists(place, settings[EOS]), _("mlx-swift-lm fails to read it."))
    generation = checkpoint.generation_config
    if generation.get(EOS) is not None and _is_whole(generation[EOS]):
        places = [(generation, GENERATION_CONFIG)]
    value, place = next(
        ((s[EOS], p) for s, p in places if s.get(EOS) is not None), (None, GENERATION_CONFIG)
    )
    listed = equal_ids(value if isinstance(value, list) else [value])
    said = lists_nothing(checkpoint, GENERATION_CONFIG) if value is None else lists(place, value)
    eos, unknown = _token(checkpoint, "eos_token"), _token(checkpoint, "unk_token")
    own = {token.id for token in (eos, unknown) if token.id is not None}
    more = _("The unknown token ({id}) ends generation too.").format(id=unknown.id)
    return stops(listed | own, said, tokenizer_adds(eos), "" if unknown.id is None else more)


def _is_whole(value: Any) -> bool:
    """Whether Swift decodes the value as an int, or as a list of ints; 7.0 is one."""
    values = value if isinstance(value, list) else [value]
    whole = all(type(v) in (int, float) and v % 1 == 0 for v in values)
    return value is None or whole


def _token(checkpoint: Checkpoint, name: str) -> TokenizerEos:
    """A special token of tokenizer_config.json that the vocabulary knows."""
    text = token_content(checkpoint.tokenizer_config.get(name))
    return TokenizerEos(checkpoint.token_id(text) if text else None, text)


RUNTIME = Runtime(RuntimeName.MLX_SWIFT, "2026-07-21", _stop_set)

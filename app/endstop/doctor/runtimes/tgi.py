"""TGI: a list in generation_config.json, or else the tokenizer's eos.

Version of 2026-01-08 (commit db931fc), read. Sources: server/text_generation_server/models/
flash_causal_lm.py (`FlashCausalLM.__init__`), utils/tokens.py (`StoppingCriteria.from_pb`).

Only a list counts, and it replaces the tokenizer's eos; an int is ignored, and so is a file that
cannot be read, whatever the reason. [] thus stops nothing. Models that run without the flash path
know the tokenizer's eos only.
"""

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.eos_setting import (
    EOS,
    GENERATION_CONFIG,
    FileState,
    as_set,
    file_state,
    is_gguf,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.tokenizer_eos import read_tokenizer_eos
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


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return untold(gguf_is_not_run())
    eos = read_tokenizer_eos(checkpoint)
    failure = config_failure(checkpoint) or eos.refusal
    if failure:
        return refuses(failure)
    value = checkpoint.generation_config.get(EOS)
    readable = file_state(checkpoint, GENERATION_CONFIG) is FileState.READ
    ids = as_set(value) if readable and isinstance(value, list) else None
    if ids is not None:
        return stops(ids, lists(GENERATION_CONFIG, value), tokenizer_is_hidden(eos))
    if eos.untold:
        return untold(tokenizer_is_untold())
    said = lists_nothing(checkpoint, GENERATION_CONFIG)
    if readable and value is not None:
        said = _("TGI ignores the eos_token_id of generation_config.json, which is no list of ids.")
    own = {eos.id} if eos.id is not None else set()
    return stops(own, said, tokenizer_adds(eos))


RUNTIME = Runtime(RuntimeName.TGI, "2026-01-08", _stop_set)

"""SGLang: the union of config.json, generation_config.json, the tokenizer's eos and three texts.

Version 0.5.23 with transformers 5.19.0, read. Sources: srt/configs/model_config.py
(`_get_hf_eos_token_id`), srt/managers/schedule_batch.py (`_check_token_based_finish`),
srt/utils/hf_transformers/common.py (`_patch_text_config`, `get_generation_config`,
`attach_additional_stop_token_ids`).

The model config counts with the defaults of its class (LlamaConfig: 2); text_config is copied up
where the top level lacks the key, which under transformers 5 holds for every composite model.
0 and [] of generation_config.json do not count. A GGUF file gives its eos and eot ids.
"""

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
from endstop.doctor.runtimes.vllm import model_config_eos
from endstop.doctor.runtimes.wording import (
    config_failure,
    lists,
    lists_nothing,
    refuses,
    shown,
    stops,
    tokenizer_adds,
    tokenizer_is_untold,
    untold,
)
from endstop.translation import _

_TEXTS = ("<|eom_id|>", "<|content_model_end_sampling|>", "<|ifm|im_end|>")


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return _of_gguf(checkpoint)
    eos = read_tokenizer_eos(checkpoint)
    failure = config_failure(checkpoint) or eos.refusal
    if failure:
        return refuses(failure)
    state = file_state(checkpoint, GENERATION_CONFIG)
    if state in (FileState.NOT_OBJECT, FileState.TOO_DEEP):
        return refuses(lists_nothing(checkpoint, GENERATION_CONFIG))
    ids: set[int] = {checkpoint.added_tokens[t] for t in _TEXTS if t in checkpoint.added_tokens}
    own = _("SGLang itself adds {ids}.").format(ids=shown(sorted(ids))) if ids else ""
    sentences: list[str] = []
    for value, place in _listed(checkpoint):
        found = as_set(value)
        if found is None:
            return refuses(lists(place, value), _("SGLang fails to make a set of it."))
        ids |= found
        sentences.append(lists(place, value))
    if eos.untold:
        return untold(*sentences, tokenizer_is_untold())
    if eos.id is not None:
        ids.add(eos.id)
    nothing = "" if sentences else lists_nothing(checkpoint, GENERATION_CONFIG)
    return stops(ids, nothing, *sentences, tokenizer_adds(eos), own)


def _listed(checkpoint: Checkpoint) -> list[tuple[object, str]]:
    """The values that count, and the places they are from."""
    config = checkpoint.json_file(CONFIG).content
    named = EOS in config and config[EOS] is None and isinstance(config.get("text_config"), dict)
    listed = [] if named else [model_config_eos(checkpoint)]
    value = checkpoint.generation_config.get(EOS)
    if value and file_state(checkpoint, GENERATION_CONFIG) is FileState.READ:
        listed.append((value, GENERATION_CONFIG))
    return [(value, place) for value, place in listed if value is not None]


def _of_gguf(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The eos and eot ids of a GGUF file's metadata."""
    file = checkpoint.gguf
    ids = [file.special_id(name) for name in ("eos", "eot")] if file else []
    known = [token_id for token_id in ids if token_id is not None]
    return stops(known, lists(file.path.name if file else "", known))


RUNTIME = Runtime(RuntimeName.SGLANG, "0.5.23", _stop_set)

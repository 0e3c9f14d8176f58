"""LM Studio: mlx-lm's set and the ids of a list of texts; GGUF files run on llama.cpp.

mlx-engine of 2026 (commit 08f0c07), read. Sources: mlx_engine/utils/eot_tokens.py
(`sanitize_eos_tokens`), model_kit/batched_vision/model_kit.py (`_get_eos_token_ids`), model_kit.py.

A model with a vision_config takes generation_config.json, config.json and then text_config, as
mlx-vlm merges them; another one takes mlx-lm's value. The tokenizer's eos is added, and each text
of the list that encodes to one token. An empty set is an error.
"""

from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes import mlx_lm, mlx_vlm
from endstop.doctor.runtimes.eos_setting import (
    CONFIG,
    EOS,
    GENERATION_CONFIG,
    as_set,
    is_gguf,
)
from endstop.doctor.runtimes.llama_cpp import gguf_stop_set
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.tokenizer_eos import read_tokenizer_eos
from endstop.doctor.runtimes.wording import (
    lists,
    lists_nothing,
    refuses,
    shown,
    stops,
    tokenizer_adds,
    untold,
    within,
)
from endstop.translation import _

_TEXTS = (
    *("<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|endoftext|>"),
    *("<EOT>", "_<EOT>", "<｜end▁of▁sentence｜>"),
)
_OWN_TEXTS = {"gpt_oss": ("<|return|>", "<|call|>"), "muse_glimmer": ("<|eot|>",)}


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    if is_gguf(checkpoint):
        return gguf_stop_set(checkpoint)
    if not isinstance(checkpoint.json_file(CONFIG).content.get("vision_config"), dict):
        base = mlx_lm.RUNTIME.stop_set(checkpoint)
    else:
        base = _vision_set(checkpoint)
    if base.refuses or base.ids is None:
        return base
    ids = frozenset(i for i in base.ids if not _is_wrong(checkpoint, i))
    known = _known(checkpoint)
    if not ids | known:
        return refuses(base.why, _("LM Studio refuses a model without a stop token."))
    more = sorted(known - ids)
    own = _("LM Studio itself adds {ids}.").format(ids=shown(more)) if more else ""
    return stops(ids | known, base.why, own)


def _vision_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The set before the list of texts, for a model that sees."""
    eos = read_tokenizer_eos(checkpoint)
    refusal = mlx_vlm.config_refusal(checkpoint) or eos.refusal
    if refusal:
        return refuses(refusal)
    value, place = _merged(checkpoint)
    ids = frozenset() if value is None else as_set(value)
    said = lists_nothing(checkpoint, GENERATION_CONFIG) if value is None else lists(place, value)
    if ids is None:
        return refuses(said, _("LM Studio fails to make a set of it."))
    if eos.untold:
        return untold(said)
    own = {eos.id} if eos.id is not None else set()
    return stops(ids | own, said, tokenizer_adds(eos))


def _merged(checkpoint: Checkpoint) -> tuple[Any, str]:
    """The value that counts; null in generation_config.json hides config.json's."""
    config = checkpoint.json_file(CONFIG).content
    place, settings = CONFIG, config
    if EOS in checkpoint.generation_config:
        place, settings = GENERATION_CONFIG, checkpoint.generation_config
    if settings.get(EOS) is not None:
        return settings[EOS], place
    inner = config.get("text_config")
    return (inner.get(EOS) if isinstance(inner, dict) else None), within("text_config")


def _known(checkpoint: Checkpoint) -> frozenset[int]:
    """The listed texts that the tokenizer encodes to one token."""
    if checkpoint.tokenizer is None:
        return frozenset()
    kind = str(checkpoint.json_file(CONFIG).content.get("model_type"))
    encode = checkpoint.tokenizer.encode
    encoded = [encode(t, add_special_tokens=False).ids for t in _OWN_TEXTS.get(kind, _TEXTS)]
    return frozenset(ids[0] for ids in encoded if len(ids) == 1)


def _is_wrong(checkpoint: Checkpoint, token_id: int) -> bool:
    """RNJ-1 lists 1, which is a quotation mark in its vocabulary."""
    kind = checkpoint.json_file(CONFIG).content.get("model_type")
    return kind == "gemma3_text" and token_id == 1 and checkpoint.token_text(1) == '"'


RUNTIME = Runtime(RuntimeName.LM_STUDIO, "2026 (08f0c07)", _stop_set)

"""oMLX: the union of mlx-lm's set and generation_config.json.

Release not known (2026), read. Source: omlx/scheduler.py (`_load_generation_config_eos`,
`_get_stop_tokens`).

generation_config.json is read once more, so 0 counts too; a value or a file that it cannot read is
passed over. gpt-oss gets the stops of the Harmony format. config.json and text_config count only
as far as mlx-lm reads them.
"""

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes import mlx_lm
from endstop.doctor.runtimes.eos_setting import (
    EOS,
    GENERATION_CONFIG,
    FileState,
    as_set,
    equal_ids,
    file_state,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.wording import shown, stops
from endstop.translation import _

_HARMONY = ("<|return|>", "<|call|>")


def _stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    base = mlx_lm.RUNTIME.stop_set(checkpoint)
    if base.refuses or base.ids is None:
        return base
    own = _generation_ids(checkpoint) - base.ids
    harmony = _harmony_ids(checkpoint) - base.ids
    added = sorted(own | harmony)
    said = _("oMLX adds {ids}.").format(ids=shown(added)) if added else ""
    return stops(base.ids | own | harmony, base.why, said)


def _generation_ids(checkpoint: Checkpoint) -> frozenset[int]:
    """What generation_config.json lists, nothing where it cannot be read."""
    if file_state(checkpoint, GENERATION_CONFIG) is not FileState.READ:
        return frozenset()
    value = checkpoint.generation_config.get(EOS)
    found = as_set(value) if isinstance(value, list) else equal_ids([value])
    return found or frozenset()


def _harmony_ids(checkpoint: Checkpoint) -> frozenset[int]:
    """The stops of gpt-oss."""
    if checkpoint.json_file("config.json").content.get("model_type") != "gpt_oss":
        return frozenset()
    ids = (checkpoint.token_id(text) for text in _HARMONY)
    return frozenset(token_id for token_id in ids if token_id is not None)


RUNTIME = Runtime(RuntimeName.OMLX, "2026", _stop_set)

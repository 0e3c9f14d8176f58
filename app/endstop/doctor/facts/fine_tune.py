"""Signs that a folder came out of a fine-tune, or that an adapter belongs to it."""

import re

from endstop.checkpoints.checkpoint import Checkpoint

_LEFT_BEHIND = ("adapter_config.json", "trainer_state.json", "training_args.bin")
_step = re.compile(r"checkpoint-\d+")


def fine_tune_sign(checkpoint: Checkpoint) -> str:
    """The file, or the folder's name, that shows it; empty if nothing does."""
    if _step.fullmatch(checkpoint.name):
        return checkpoint.name
    return next((n for n in _LEFT_BEHIND if (checkpoint.folder / n).is_file()), "")

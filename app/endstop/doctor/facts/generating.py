"""Whether a model writes text at all."""

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.listed_ends import CONFIG

_SUFFIXES = ("ForCausalLM", "ForConditionalGeneration", "LMHeadModel")


def generates(checkpoint: Checkpoint) -> bool:
    """Whether config.json is there and names no class that writes no text, as an encoder's."""
    return checkpoint.json_file(CONFIG).exists and not writes_no_text(checkpoint)


def writes_no_text(checkpoint: Checkpoint) -> bool:
    """Whether config.json names classes, and none of them writes text."""
    names = checkpoint.json_file(CONFIG).content.get("architectures")
    if not isinstance(names, list) or not names:
        return False
    return not any(isinstance(name, str) and name.endswith(_SUFFIXES) for name in names)

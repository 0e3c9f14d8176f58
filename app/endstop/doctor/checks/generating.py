"""Whether a model writes text at all."""

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.listed_ends import CONFIG

_SUFFIXES = ("ForCausalLM", "ForConditionalGeneration", "LMHeadModel")


def generates(checkpoint: Checkpoint) -> bool:
    """Whether config.json is there and names no class that writes no text, as an encoder's."""
    file = checkpoint.json_file(CONFIG)
    names = file.content.get("architectures")
    if not isinstance(names, list) or not names:
        return file.exists
    return any(isinstance(name, str) and name.endswith(_SUFFIXES) for name in names)

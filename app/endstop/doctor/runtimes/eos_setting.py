"""How settings that name stop tokens are read: the rules that the runtimes share."""

from collections.abc import Iterable
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.json_file import FileState as FileState  # of this module too
from endstop.translation import _

CONFIG = "config.json"
GENERATION_CONFIG = "generation_config.json"
EOS = "eos_token_id"


def file_state(checkpoint: Checkpoint, name: str) -> FileState:
    """The state of a JSON file of the folder."""
    return checkpoint.json_file(name).state


def unreadable(name: str, state: FileState) -> str:
    """Why a file that is there gives no settings."""
    sentences = {
        FileState.NOT_UTF8: _("{file} is not UTF-8."),
        FileState.BROKEN: _("{file} is no valid JSON."),
        FileState.TOO_DEEP: _("{file} is nested too deeply."),
        FileState.NOT_OBJECT: _("{file} holds no JSON object."),
    }
    return sentences[state].format(file=name)


def has_failing_file(checkpoint: Checkpoint, name: str) -> bool:
    """Whether a file ends in an error that readers of broken JSON do not expect."""
    return file_state(checkpoint, name) in (FileState.NOT_UTF8, FileState.TOO_DEEP)


def equal_ids(values: Iterable[Any]) -> frozenset[int]:
    """The token ids that Python finds `in` the values: True is 1, 7.0 is 7, "7" is none."""
    numbers = [value for value in values if isinstance(value, int | float)]
    return frozenset(int(number) for number in numbers if number >= 0 and number % 1 == 0)


def as_set(value: Any) -> frozenset[int] | None:
    """What `{value} if it is an int else set(value)` holds; None where set() fails.

    A text gives the set of its letters and an object that of its keys; no id equals one.
    """
    if isinstance(value, int):
        return equal_ids([value])
    if isinstance(value, str | dict):
        return frozenset()
    if not isinstance(value, list) or any(isinstance(item, list | dict) for item in value):
        return None
    return equal_ids(value)


def is_gguf(checkpoint: Checkpoint) -> bool:
    """Whether the checkpoint is a GGUF file, or a folder with nothing else to run."""
    alone = not checkpoint.json_file(CONFIG).exists
    return checkpoint.folder.is_file() or (alone and checkpoint.gguf is not None)

"""Which ids the files of a model name as its ends, file by file."""

from dataclasses import dataclass
from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.checkpoint import Checkpoint

GENERATION_CONFIG = "generation_config.json"
CONFIG = "config.json"
TOKENIZER_CONFIG = "tokenizer_config.json"


@dataclass(frozen=True, slots=True)
class ListedEnds:
    """One place that may name ends: its file and key, the value there, and the ids it means.

    `value` None: the key is missing or null. `ids` leaves out what is no id (see `plain_ids`).
    """

    file: str
    path: tuple[str, ...]
    value: Any
    ids: tuple[int, ...]

    @property
    def key(self) -> str:
        """The key as a person reads it: `text_config.eos_token_id`."""
        return ".".join(self.path)


def id_lists(checkpoint: Checkpoint) -> tuple[ListedEnds, ...]:
    """The eos_token_id settings, the one that runtimes trust first; never raises."""
    config = checkpoint.json_file(CONFIG).content
    found = [
        _listed(GENERATION_CONFIG, ("eos_token_id",), checkpoint.generation_config),
        _listed(CONFIG, ("eos_token_id",), config),
    ]
    if isinstance(nested := config.get("text_config"), dict):
        found.append(_listed(CONFIG, ("text_config", "eos_token_id"), nested))
    return tuple(found)


def tokenizer_end(checkpoint: Checkpoint) -> ListedEnds:
    """The eos_token of tokenizer_config.json; `ids` empty where the tokenizer lacks it."""
    value = checkpoint.tokenizer_config.get("eos_token")
    token_id = checkpoint.token_id(token_content(value))
    ids = () if token_id is None else (token_id,)
    return ListedEnds(TOKENIZER_CONFIG, ("eos_token",), value, ids)


def plain_ids(value: Any) -> tuple[int, ...]:
    """An eos_token_id setting as ids: an int or a flat list of ints from 0 on, else nothing."""
    values = value if isinstance(value, list) else [value]
    return tuple(v for v in values if isinstance(v, int) and not isinstance(v, bool) and v >= 0)


def _listed(file: str, path: tuple[str, ...], settings: dict[str, Any]) -> ListedEnds:
    value = settings.get(path[-1])
    return ListedEnds(file, path, value, plain_ids(value))

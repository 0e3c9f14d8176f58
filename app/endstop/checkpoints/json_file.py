"""A JSON file of a model folder, read once: its content, or why it has none."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from endstop.checkpoints.reason import short_reason
from endstop.translation import _

LARGEST = 256 * 1024 * 1024  # bytes; tokenizer.json of 250,000 tokens is about 20 MB
_DEEPEST = 64  # levels; a tokenizer.json has about 10


@dataclass(frozen=True, slots=True)
class JsonFile:
    """`content` is empty where the file is missing or broken; `error` says why it is broken."""

    name: str
    exists: bool
    content: dict[str, Any] = field(default_factory=dict)
    error: str | None = None


def read_json_file(folder: Path, name: str) -> JsonFile:
    """Read `folder/name`; never raises.

    As in transformers, NaN is a number and the last of equal keys counts.
    """
    path = folder / name
    try:
        if not path.is_file():
            return JsonFile(name, exists=False)
        if path.stat().st_size > LARGEST:
            return JsonFile(name, exists=True, error=_("it is larger than 256 MB"))
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        return JsonFile(name, exists=True, error=short_reason(error))
    except (RecursionError, MemoryError):
        return JsonFile(name, exists=True, error=_("it is nested too deeply"))
    if not isinstance(content, dict):
        return JsonFile(name, exists=True, error=_("it holds no JSON object"))
    if _is_deep(content):
        return JsonFile(name, exists=True, error=_("it is nested too deeply"))
    return JsonFile(name, exists=True, content=content)


def _is_deep(content: dict[str, Any]) -> bool:
    """Whether a value lies deeper than any honest file has it; whoever recurses may rely on it."""
    level: list[Any] = [content]
    for _depth in range(_DEEPEST):
        values = (v for c in level for v in (c.values() if isinstance(c, dict) else c))
        level = [value for value in values if isinstance(value, dict | list)]
        if not level:
            return False
    return True

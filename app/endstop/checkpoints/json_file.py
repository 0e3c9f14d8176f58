"""A JSON file of a model folder, read once: its content, or why it has none."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LARGEST = 256 * 1024 * 1024  # bytes; tokenizer.json of 250,000 tokens is about 20 MB


@dataclass(frozen=True, slots=True)
class JsonFile:
    """`content` is empty where the file is missing or broken; `error` says why it is broken."""

    name: str
    exists: bool
    content: dict[str, Any] = field(default_factory=dict)
    error: str | None = None


def read_json_file(folder: Path, name: str) -> JsonFile:
    """Read `folder/name`; never raises."""
    path = folder / name
    if not path.is_file():
        return JsonFile(name, exists=False)
    try:
        if path.stat().st_size > LARGEST:
            return JsonFile(name, exists=True, error="it is larger than 256 MB")
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        return JsonFile(name, exists=True, error=str(error))
    except RecursionError:
        return JsonFile(name, exists=True, error="it is nested too deeply")
    if not isinstance(content, dict):
        return JsonFile(name, exists=True, error="it holds no JSON object")
    return JsonFile(name, exists=True, content=content)

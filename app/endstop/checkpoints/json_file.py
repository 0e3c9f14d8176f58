"""A JSON file of a model folder, read once: its content, or why it has none."""

import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from endstop.checkpoints.folder_file import (
    Kind,
    UnfitFileError,
    count_values,
    kind_of,
    read_file,
)
from endstop.checkpoints.reason import short_reason
from endstop.translation import _

_DEEPEST = 64  # levels; a tokenizer.json has about 10
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class FileState(StrEnum):
    """What Python's json makes of a file that it opens as UTF-8; a byte order mark breaks it.

    MISSING stands for everything that `os.path.isfile` denies, a folder or a pipe for instance.
    """

    MISSING = "missing"
    NOT_UTF8 = "not_utf8"
    BROKEN = "broken"
    TOO_DEEP = "too_deep"
    NOT_OBJECT = "not_object"
    READ = "read"


@dataclass(frozen=True, slots=True)
class JsonFile:
    """`content` is empty where the file is missing or broken; `error` says why it is broken.

    `values` is how many there are in it, in round terms.
    """

    name: str
    exists: bool
    content: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    state: FileState = FileState.READ
    values: int = 0


def read_json_file(folder: Path, name: str) -> JsonFile:
    """Read `folder/name`; never raises.

    As in transformers, NaN is a number and the last of equal keys counts.
    """
    path, kind = folder / name, kind_of(name) or Kind.SETTINGS
    try:
        text = read_file(path, kind)
        values = count_values(text, kind)
    except FileNotFoundError:
        return JsonFile(name, exists=False, state=FileState.MISSING)
    except UnfitFileError as error:
        if path.is_dir():  # as every runtime has it
            return JsonFile(name, exists=False, state=FileState.MISSING)
        state = FileState.BROKEN if path.is_file() else FileState.MISSING
        return JsonFile(name, exists=True, error=str(error), state=state)
    file = replace(_parsed(name, text), values=values)
    marked = text.startswith(_BYTE_ORDER_MARK)
    if marked and file.state is not FileState.NOT_UTF8:
        return replace(file, state=FileState.BROKEN)
    return file


def _parsed(name: str, text: bytes) -> JsonFile:
    """The JSON file that a text makes, a byte order mark before it forgiven."""

    def broken(state: FileState, why: str) -> JsonFile:
        return JsonFile(name, exists=True, error=why, state=state)

    try:
        content = json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return broken(FileState.NOT_UTF8, short_reason(error))
    except (RecursionError, MemoryError):
        return broken(FileState.TOO_DEEP, _("it is nested too deeply"))
    except ValueError as error:
        return broken(FileState.BROKEN, short_reason(error))
    if not isinstance(content, dict):
        return broken(FileState.NOT_OBJECT, _("it holds no JSON object"))
    if _is_deep(content):
        return broken(FileState.TOO_DEEP, _("it is nested too deeply"))
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

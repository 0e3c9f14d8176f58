"""What a fix can touch at all: which files of a folder, and which numbers of a GGUF file.

A plan may change nothing else, and a journal may name nothing else, whoever wrote it.
"""

import struct
from pathlib import Path

from endstop.checkpoints.gguf_file import special_id_key
from endstop.checkpoints.gguf_metadata import GgufError, Value, read_metadata
from endstop.checkpoints.listed_ends import CONFIG, GENERATION_CONFIG, TOKENIZER_CONFIG
from endstop.checkpoints.modelfile import NAME as MODELFILE
from endstop.errors import FixError
from endstop.translation import _

SETTINGS = frozenset(
    {
        GENERATION_CONFIG,
        CONFIG,
        TOKENIZER_CONFIG,
        "tokenizer.json",
        "added_tokens.json",
        "special_tokens_map.json",
        "chat_template.json",
        MODELFILE,
    }
)
TOKEN_TYPES = "tokenizer.ggml.token_type"
_NUMBERS = (*map(special_id_key, ("eos", "eot", "eom")), TOKEN_TYPES)
_INTEGERS = frozenset("BbHhIiQq")


def is_weights(file: str) -> bool:
    """Whether a file holds weights, of which a fix changes single numbers in place."""
    return file.lower().endswith(".gguf") and "/" not in file and "\0" not in file


def place_in(folder: Path, file: str) -> Path:
    """The path of a file that a fix can touch; FixError for any other."""
    if file not in SETTINGS and not is_weights(file):
        raise FixError(_("{file} is no file that a fix can change.").format(file=file))
    return folder / file


def number_key(path: Path, offset: int, length: int) -> str | None:
    """Which number that a fix can set takes these bytes of a GGUF file; None if none does.

    Raises OSError, and FixError if the file is broken.
    """
    try:
        values = read_metadata(path).values
    except GgufError as error:
        raise FixError(
            _("{file} cannot be read as GGUF: {reason}.").format(file=path.name, reason=error)
        ) from error
    for key in _NUMBERS:
        found = values.get(key)
        place = None if found is None else _place(found, offset, length)
        if place is not None:
            return f"{key}{place}"
    return None


def is_integer(value: Value) -> bool:
    """Whether a metadata value is made of integers, which a fix can set."""
    return value.form in _INTEGERS


def _place(found: Value, offset: int, length: int) -> str | None:
    """The index of the bytes in an array, as text; empty for a single number."""
    if not is_integer(found) or struct.calcsize(found.form) != length:
        return None
    if not isinstance(found.value, list):
        return "" if found.offset == offset else None
    index, rest = divmod(offset - found.offset, length)
    return f"[{index}]" if not rest and 0 <= index < len(found.value) else None

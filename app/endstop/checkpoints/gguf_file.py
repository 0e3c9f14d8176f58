"""A GGUF file: its tokens, special ids, chat template, and the rows of its output matrix."""

import re
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from endstop.checkpoints.folder_file import names_in
from endstop.checkpoints.gguf_metadata import (
    GgufError,
    GgufMetadata,
    GgufTensor,
    Value,
    read_metadata,
)
from endstop.checkpoints.weight_rows import WIDEST, Floats, RowSource, WeightRows

_PREFIX = "tokenizer.ggml."
_NOT_THE_MODEL = "mmproj"  # the projector of a vision model, in a file of its own
_MARKER = re.compile(r"<[|｜][^<>\s]+[|｜]>|</?[a-z_]+_of_[a-z_]+>|\[/?[A-Z_]+\]|</?s>")
_MATRIX = 2  # axes


class TokenType(IntEnum):
    """The kind of a token (ggml-org/llama.cpp, `llama_token_type`)."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


class GgufFile:
    """A GGUF file; reading never raises: a broken one is empty and `error` says why."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _read(self) -> tuple[GgufMetadata, str | None]:
        try:
            return read_metadata(self.path), None
        except (GgufError, OSError, ValueError) as error:
            return GgufMetadata(), str(error)

    @property
    def error(self) -> str | None:
        """Why the file cannot be read."""
        return self._read[1]

    @property
    def values(self) -> dict[str, Value]:
        """Every metadata value by its key."""
        return self._read[0].values

    def value(self, key: str) -> Any:
        """A metadata value; None if the file has none."""
        found = self.values.get(key)
        return found.value if found else None

    def special_id(self, name: str) -> int | None:
        """The id that `tokenizer.ggml.NAME_token_id` gives: eos, eot, eom, bos, padding..."""
        value = self.value(special_id_key(name))
        return value if type(value) is int else None

    @property
    def model(self) -> str:
        """The kind of tokenizer: gpt2 (byte-level BPE), llama (SentencePiece), t5..."""
        value = self.value(f"{_PREFIX}model")
        return value if isinstance(value, str) else ""

    @property
    def chat_template(self) -> str | None:
        """The template in the metadata."""
        value = self.value("tokenizer.chat_template")
        return value if isinstance(value, str) else None

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The vocabulary in the order of its ids."""
        texts = self.value(f"{_PREFIX}tokens")
        stored = texts if isinstance(texts, list) else []
        return tuple(t.decode("utf-8", "replace") for t in stored if isinstance(t, bytes))

    @cached_property
    def types(self) -> tuple[int, ...]:
        """Each token's type; a token without one is a normal one."""
        stored = self.value(f"{_PREFIX}token_type")
        known = stored[: len(self.texts)] if isinstance(stored, list) else []
        missing = len(self.texts) - len(known)
        return (*known, *[int(TokenType.NORMAL)] * missing)

    @cached_property
    def ids(self) -> dict[str, int]:
        """Every token's id by its text; the last of equal texts, as llama.cpp has it."""
        return {text: token_id for token_id, text in enumerate(self.texts)}

    @cached_property
    def special_tokens(self) -> dict[str, int]:
        """The tokens that are no ordinary text: text to id."""
        special = {TokenType.UNKNOWN, TokenType.CONTROL, TokenType.USER_DEFINED}
        pairs = enumerate(zip(self.texts, self.types, strict=True))
        return {text: token_id for token_id, (text, kind) in pairs if kind in special}

    @cached_property
    def markers(self) -> dict[str, int]:
        """The special tokens, and those that only look like one, as `<|im_end|>` of a wrong type.

        Looks are judged as llama.cpp does, which overrides such a type when it loads the file.
        """
        looks = {text: i for text, i in self.ids.items() if _MARKER.fullmatch(text)}
        return {**looks, **self.special_tokens}

    @property
    def token_names(self) -> dict[str, str]:
        """The texts of the special ids under the names that chat templates use."""
        slots = {"bos": "bos", "eos": "eos", "pad": "padding", "unk": "unknown"}
        texts = {f"{name}_token": self.text(self.special_id(slots[name])) for name in slots}
        return {name: text for name, text in texts.items() if text is not None}

    def text(self, token_id: int | None) -> str | None:
        """A token's text; None for an id outside the vocabulary."""
        if token_id is None or not 0 <= token_id < len(self.texts):
            return None
        return self.texts[token_id]

    @property
    def head(self) -> WeightRows | None:
        """The output matrix; a tied model has none of its own."""
        return self._matrix("output.weight")

    @property
    def embedding(self) -> WeightRows | None:
        """The input embedding."""
        return self._matrix("token_embd.weight")

    def _matrix(self, name: str) -> WeightRows | None:
        tensor = self._read[0].tensors.get(name)
        return None if tensor is None else _rows(self.path, tensor)


def special_id_key(name: str) -> str:
    """The metadata key of a special id."""
    return f"{_PREFIX}{name}_token_id"


def find_gguf(path: Path) -> GgufFile | None:
    """The GGUF file at `path`, or the first one of a folder; the first shard of a split one."""
    if path.is_file():
        return GgufFile(path) if path.suffix.lower() == ".gguf" else None
    files = [
        name
        for name in names_in(path)
        if name.endswith(".gguf") and _NOT_THE_MODEL not in name.lower()
    ]
    return GgufFile(path / files[0]) if files else None


def _rows(path: Path, tensor: GgufTensor) -> WeightRows | None:
    """A tensor as rows; None for a strange one. Quantised rows are decoded by the package."""
    from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType
    from gguf.quants import dequantize

    if len(tensor.shape) != _MATRIX or 0 in tensor.shape or tensor.shape[1] > WIDEST:
        return None
    try:
        kind = GGMLQuantizationType(tensor.kind)
        block, size = GGML_QUANT_SIZES[kind]
    except (ValueError, KeyError):
        return None
    count, width = tensor.shape
    row_size = width // block * size
    if width % block or tensor.offset + count * row_size > path.stat().st_size:
        return None

    def decode(stored: list[NDArray[np.uint8]]) -> Floats:
        own = {GGMLQuantizationType.F32: "<f4", GGMLQuantizationType.F16: "<f2"}.get(kind)
        rows = stored[0].view(own) if own else stored[0]
        return np.asarray(dequantize(rows, kind), np.float32)

    source = RowSource(path, tensor.offset, row_size)
    return WeightRows(tensor.name, path.name, count, width, (source,), decode, size * 8 / block)

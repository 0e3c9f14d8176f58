"""Settings of every wrong kind, broken tokenizers, and odd names."""

import json
import os
from pathlib import Path
from typing import Any

from tests.hostile.case import Case, Harm, edited, replaced

_CONFIG = "config.json"
_SIZES = ("vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "head_dim")


def _turned(content: Any, value: Any) -> Any:
    """The same JSON with `value` for each value that is no object; model_type stays."""
    if isinstance(content, dict):
        return {k: v if k == "model_type" else _turned(v, value) for k, v in content.items()}
    return value


def _all_values(name: str, value: Any) -> Harm:
    def harm(folder: Path) -> None:
        path = folder / name
        path.write_text(json.dumps(_turned(json.loads(path.read_bytes()), value)), encoding="utf-8")

    return harm


def _sizes(value: Any) -> Harm:
    return edited(_CONFIG, **{f"text_config__{size}": value for size in _SIZES})


def _giant_integer(folder: Path) -> None:
    """An integer of 5,000 digits, which Python's own JSON refuses to read."""
    text = (folder / _CONFIG).read_text(encoding="utf-8")
    (folder / _CONFIG).write_text(text.replace("192", "1" + "0" * 5000, 1), encoding="utf-8")


def _giant_token(folder: Path) -> None:
    path = folder / "tokenizer.json"
    content = json.loads(path.read_bytes())
    content["added_tokens"][-1]["id"] = 2**32 - 1
    path.write_text(json.dumps(content), encoding="utf-8")


def _cut_tokenizer(folder: Path) -> None:
    raw = (folder / "tokenizer.json").read_bytes()
    replaced("tokenizer.json", raw[: len(raw) // 2])(folder)


def _odd_names(folder: Path) -> None:
    for name in (b"new\nline.json", b"\x1b[2J\x1b]0;title\x07.json", b"\xff\xfe.safetensors"):
        (Path(os.fsdecode(os.fsencode(folder) + b"/" + name))).write_bytes(b"{}")


def _unreadable(folder: Path) -> None:
    """Nobody but an administrator reads it."""
    (folder / "generation_config.json").chmod(0)


def _escapes(folder: Path) -> None:
    edited(_CONFIG, model_type="\x1b[31m\u202eqwen\n" * 100)(folder)


CASES = (
    Case("numbers for all settings", _all_values(_CONFIG, 7)),
    Case("lists for all settings", _all_values(_CONFIG, [[1], {}])),
    Case("null for all settings", _all_values(_CONFIG, None)),
    Case("no number for all settings", _all_values(_CONFIG, float("nan"))),
    Case("10 ** 400 for all settings", _all_values(_CONFIG, 10**400)),
    Case("lists for all tokenizer settings", _all_values("tokenizer_config.json", [[1], {}])),
    Case("texts for all processor settings", _all_values("preprocessor_config.json", "x")),
    Case("an integer of 5,000 digits", _giant_integer),
    Case("negative sizes", _sizes(-1)),
    Case("sizes of a thousand million", _sizes(10**9)),
    Case("no layers", edited(_CONFIG, text_config__num_hidden_layers=0)),
    Case("another number of layers", edited(_CONFIG, text_config__num_hidden_layers=2)),
    Case("a million layers", edited(_CONFIG, text_config__num_hidden_layers=10**6)),
    Case("other shapes", edited(_CONFIG, text_config__hidden_size=64)),
    Case("quantised to nonsense", edited(_CONFIG, quantization={"bits": -3, "group_size": "x"})),
    Case("quantised to 0 groups", edited(_CONFIG, quantization={"bits": 4, "group_size": 0})),
    Case("an unknown model", edited(_CONFIG, model_type="no_such_model")),
    Case("a model named by a path", edited(_CONFIG, model_type="../../os")),
    Case("a model named by escapes", _escapes),
    Case("a tokenizer that is cut", _cut_tokenizer),
    Case("a tokenizer nested deeply", replaced("tokenizer.json", "[" * 1_000_000)),
    Case("a token beyond all rows", _giant_token),
    Case("files of odd names", _odd_names),
    Case("a file that may not be read", _unreadable),
)

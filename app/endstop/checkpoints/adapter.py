"""A LoRA adapter: what it trains, and the base model that it belongs to.

PEFT's form (`adapter_config.json` with `peft_type`, read from peft's `LoraConfig`) and mlx-lm's
(`lora_parameters`, `fine_tune_type`; mlx_lm 0.32.2, `tuner/utils.py`).
"""

import os
import re
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from endstop.checkpoints.folder_file import MOST_NAMES
from endstop.checkpoints.json_file import JsonFile, read_json_file

CONFIG = "adapter_config.json"
HEADS = ("lm_head", "embed_out", "output_layer", "output")
EMBEDDINGS = ("embed_tokens", "wte", "word_embeddings", "embed_in", "tok_embeddings")
_NEIGHBOURS = 64  # folders that are looked at
_MOST = 16


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter's settings; `folder` holds its adapter_config.json."""

    folder: Path
    settings: dict[str, Any]

    @property
    def mlx(self) -> bool:
        """Whether mlx-lm made it."""
        return "lora_parameters" in self.settings

    @property
    def base(self) -> Path | None:
        """The base model's folder, if it is one on this machine."""
        named = self.settings.get("model" if self.mlx else "base_model_name_or_path")
        if not isinstance(named, str) or not named:
            return None
        for path in (self.folder / named, Path(named)):
            if path.is_dir():
                return path
        return None

    @property
    def full(self) -> bool:
        """Whether all weights were trained and not an adapter alone."""
        return self.mlx and self.settings.get("fine_tune_type") == "full"

    @property
    def targets(self) -> tuple[str, ...]:
        """The layers that get a LoRA pair, by name; empty if a pattern chooses them."""
        parameters = self.settings.get("lora_parameters")
        if self.mlx:
            return _names(parameters.get("keys") if isinstance(parameters, dict) else None)
        return _names(self.settings.get("target_modules"))

    @property
    def saved(self) -> tuple[str, ...]:
        """The layers that are trained and saved whole."""
        return _names(self.settings.get("modules_to_save"))

    def trains(self, layers: tuple[str, ...]) -> bool:
        """Whether one of the layers is saved whole or has a LoRA pair of its own."""
        pattern = self.settings.get("target_modules")
        if isinstance(pattern, str) and _matches(pattern, layers):
            return True
        return any(name.rpartition(".")[2] in layers for name in (*self.saved, *self.targets))

    @property
    def trained_tokens(self) -> dict[str, frozenset[int]]:
        """The ids of `trainable_token_indices` by layer; a bare list is the embedding's."""
        setting = self.settings.get("trainable_token_indices")
        table = setting if isinstance(setting, dict) else {EMBEDDINGS[0]: setting}
        return {
            str(layer).rpartition(".")[2]: frozenset(i for i in ids if type(i) is int)
            for layer, ids in table.items()
            if isinstance(ids, list)
        }


def find_adapters(folder: Path) -> tuple[Adapter, ...]:
    """The folder's own adapter, those in its folders, and neighbours that name it as their base.

    At most 64 folders are looked at on each level, and 16 adapters are found.
    """
    own = _adapter(folder)
    if own is not None:
        return (own,)
    inside = (a for a in map(_adapter, _folders(folder)) if a is not None)
    target = Path(os.path.realpath(folder))
    beside = (
        adapter
        for neighbour in _folders(target.parent)
        if neighbour != target
        and (adapter := _adapter(neighbour)) is not None
        and adapter.base is not None
        and os.path.realpath(adapter.base) == str(target)
    )
    return tuple(islice(chain(inside, beside), _MOST))


def _adapter(folder: Path) -> Adapter | None:
    file: JsonFile = read_json_file(folder, CONFIG)
    return Adapter(folder, file.content) if file.content else None


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:  # a folder of many files is not asked about each
            some = islice(entries, MOST_NAMES)
            names = sorted(entry.name for entry in some if entry.is_dir())
    except OSError:
        return []
    return [folder / name for name in names[:_NEIGHBOURS]]


def _names(setting: Any) -> tuple[str, ...]:
    if not isinstance(setting, list):
        return ()
    return tuple(name for name in setting if isinstance(name, str))


def _matches(target: str, layers: tuple[str, ...]) -> bool:
    """PEFT takes a text as a regular expression for whole names; all-linear leaves the head out."""
    if target == "all-linear" or len(target) > 1000:
        return False
    try:
        return any(re.fullmatch(target, name) for name in layers)
    except re.error:
        return False

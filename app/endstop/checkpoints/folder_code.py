"""Code that a model folder brings: the keys and the file by which loaders would run it.

Read from transformers 5.24, mlx-vlm 0.7.10 and mlx-lm 0.32.2:

- `auto_map` names the folder's own classes, or those of another folder or repository, to
  transformers' Auto classes. They look for it in the settings of the model, of the tokenizer and of
  the processors, which nest, in those of further tokenizers (`decoder_tokenizer/`...), and in the
  other file that `configuration_files` has them read in place of config.json.
- `model_file` is a module that mlx-vlm and mlx-lm run instead of their own; its path may leave the
  folder. mlx-vlm runs it whatever it was told about trust.
- `custom_pipelines` names classes to transformers' `pipeline`.
- `custom_generate/generate.py` replaces transformers' `generate`; `custom_generate` names another.

A Python file that none of them names is never run and is no matter here. Pickles are none either:
all three read safetensors alone where Endstop uses them, and tokenizers from JSON.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.folder_file import MOST_NAMES
from endstop.errors import ModelError
from endstop.translation import _

SETTINGS = (
    "config.json",
    "generation_config.json",
    "tokenizer_config.json",
    "processor_config.json",
    "preprocessor_config.json",
    "video_preprocessor_config.json",
    "audio_tokenizer_config.json",
)
_KEYS = ("auto_map", "custom_generate")
_MODEL_KEYS = ("model_file", "custom_pipelines")
_GENERATE = "custom_generate/generate.py"
_OTHER_CONFIG = re.compile(r"config\.[^/\\]+\.json")
_MOST_NESTED = 64  # folders inside that are looked at
_MOST_TOLD = 5  # places that an error names
_LONGEST_KEY = 60  # characters; the end of a longer one is shown


@dataclass(frozen=True, slots=True)
class FolderCode:
    """One place where the folder asks for code to be run.

    `path` are the keys from the top of the JSON `file` and `value` what stands there; both are
    empty where the file itself is the code.
    """

    file: str
    path: tuple[str, ...] = ()
    value: Any = None

    @property
    def key(self) -> str:
        """The keys as a person reads them: `image_processor.auto_map`."""
        return _dotted(self.path)

    @property
    def references(self) -> Iterator[tuple[str, str]]:
        """Each class or file that is named, with its own key: `auto_map.AutoConfig`, `x.Config`."""
        return ((_dotted(path), text) for path, text in _texts(self.value, self.path))


def find_folder_code(checkpoint: Checkpoint) -> tuple[FolderCode, ...]:
    """Every place where the folder asks for code of its own; empty for a harmless one.

    Nothing is run or imported. What cannot be read as JSON names nothing.
    """
    found = [
        FolderCode(file, path, value)
        for file in _settings(checkpoint)
        for path, value in _named(checkpoint.json_file(file).content, _keys_of(file), ())
    ]
    if os.path.lexists(checkpoint.folder / _GENERATE):
        found.append(FolderCode(_GENERATE))
    return tuple(found)


def refuse_folder_code(checkpoint: Checkpoint) -> None:
    """Raise ModelError if loading the folder could run code of its own.

    Settings that cannot be read are refused too: a library might read them all the same, and what
    they name would have been seen by nobody.
    """
    for file in _settings(checkpoint):
        if error := checkpoint.json_file(file).error:
            raise ModelError(
                _("{file} of {name} cannot be read: {reason}.").format(
                    file=file, name=checkpoint.name, reason=error
                ),
                _("Download the model again or mend the file."),
            )
    if len(_nested(checkpoint)) == _MOST_NESTED:
        raise ModelError(
            _("{name} holds more folders of tokenizers than any model.").format(
                name=checkpoint.name
            ),
            _("Choose another model."),
        )
    found = find_folder_code(checkpoint)
    if not found:
        return
    places = ", ".join(_place(code) for code in found[:_MOST_TOLD])
    raise ModelError(
        _("{name} brings code of its own, which Endstop never runs: {places}.").format(
            name=checkpoint.name, places=places
        ),
        _("Remove what is named there, if the model runs without it, or choose another model."),
    )


def _place(code: FolderCode) -> str:
    """`auto_map in config.json`, or the file alone."""
    if not code.path:
        return code.file
    return _("{key} in {file}").format(key=code.key, file=code.file)


def _settings(checkpoint: Checkpoint) -> Iterator[str]:
    """The settings files that loaders read, whether they are there or not."""
    yield from SETTINGS
    others = checkpoint.json_file("config.json").content.get("configuration_files")
    for name in others if isinstance(others, list) else ():
        if isinstance(name, str) and _OTHER_CONFIG.fullmatch(name):
            yield name
    for folder in _nested(checkpoint):
        yield from (f"{folder}/{name}" for name in SETTINGS)


def _nested(checkpoint: Checkpoint) -> list[str]:
    """The folders inside from which a processor's further tokenizers and encoders are read."""
    try:
        with os.scandir(checkpoint.folder) as entries:
            some = islice(entries, MOST_NAMES)
            names = [entry.name for entry in some if _is_read_from(entry.name) and entry.is_dir()]
    except OSError:
        return []
    return sorted(names)[:_MOST_NESTED]


def _is_read_from(folder: str) -> bool:
    return "tokenizer" in folder or folder == "encoder_config"


def _keys_of(file: str) -> tuple[str, ...]:
    name = file.rpartition("/")[2]
    is_config = name == "config.json" or _OTHER_CONFIG.fullmatch(name)
    return (*_KEYS, *_MODEL_KEYS) if is_config else _KEYS


def _named(
    content: Any, keys: tuple[str, ...], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The values of `keys` at any depth that hold a text; json_file bounds the depth."""
    for key, value in _items(content):
        if key in keys and isinstance(content, dict):
            if any(text for _path, text in _texts(value, ())):
                yield (*path, key), value
        else:
            yield from _named(value, keys, (*path, key))


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The texts in a value, each with its path."""
    if isinstance(value, str):
        yield path, value
    for key, inner in _items(value):
        yield from _texts(inner, (*path, key))


def _dotted(path: tuple[str, ...]) -> str:
    key = ".".join(path)
    return key if len(key) <= _LONGEST_KEY else f"…{key[1 - _LONGEST_KEY :]}"


def _items(content: Any) -> Iterator[tuple[str, Any]]:
    """What an object or a list holds, by key or place."""
    if isinstance(content, dict):
        yield from content.items()
    elif isinstance(content, list):
        yield from ((str(place), value) for place, value in enumerate(content))

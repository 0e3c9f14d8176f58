"""The tensors of a model folder, whichever of its safetensors files they lie in."""

from dataclasses import dataclass, field
from pathlib import Path

import jiter

from endstop.checkpoints.folder_file import (
    Kind,
    UnfitFileError,
    count_values,
    names_in,
    read_file,
)
from endstop.checkpoints.reason import short_reason
from endstop.checkpoints.safetensors_header import Tensor, Wanted, every_name, read_header
from endstop.translation import _

INDEX = "model.safetensors.index.json"
_NOT_THE_MODEL = ("adapter", "consolidated")  # LoRA weights, and Mistral's second copy
# What the largest models have, several times over: all files of a folder together.
_MOST_FILES = 2_000
_MOST_TENSORS = 250_000
_MOST_WANTED = 5_000
_LONGEST = 64_000_000  # bytes of headers


@dataclass(frozen=True, slots=True)
class Problem:
    """A weight file that cannot be used, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Weights:
    """The wanted tensors by name, how many there are in all, and files that are missing or broken.

    `files` are those that the index names, in whatever form it names them.
    """

    tensors: dict[str, Tensor] = field(default_factory=dict)
    count: int = 0
    problems: tuple[Problem, ...] = ()
    files: tuple[str, ...] = ()


def read_weights(folder: Path, wanted: Wanted = every_name) -> Weights:
    """The tensors of the folder's safetensors files whose names are `wanted`; never raises.

    Where a tensor is in several files, the index decides.
    """
    weight_map, error = _weight_map(folder)
    listed = sorted(set(weight_map.values()))
    present = [
        name
        for name in names_in(folder)
        if name.endswith(".safetensors") and not name.startswith(_NOT_THE_MODEL)
    ]
    missing = sorted({*listed} - {*present})
    problems = [
        Problem(name, _("the index lists it, but it is missing")) for name in missing[:_MOST_FILES]
    ]
    if error:
        problems.append(Problem(INDEX, error))
    tensors: dict[str, Tensor] = {}
    count = length = 0
    for name in present[:_MOST_FILES]:
        if length > _LONGEST or count > _MOST_TENSORS or len(tensors) > _MOST_WANTED:
            problems.append(Problem(name, _("the folder holds more weights than any model")))
            break
        header = read_header(folder / name, wanted)
        count, length = count + header.count, length + header.length
        if header.error:
            problems.append(Problem(name, header.error))
        for tensor in header.tensors.values():
            if tensor.name not in tensors or weight_map.get(tensor.name) == name:
                tensors[tensor.name] = tensor
    if len(present) > _MOST_FILES:
        problems.append(Problem(present[-1], _("the folder holds more weights than any model")))
    if len(tensors) > _MOST_WANTED:
        tensors = {}
    return Weights(tensors, count, tuple(problems), tuple(listed))


def _weight_map(folder: Path) -> tuple[dict[str, str], str | None]:
    """The index's table of tensors and files, and why it cannot be read; empty if there is none.

    jiter holds each file's name once; Python's json would hold it once a tensor.
    """
    try:
        content = read_file(folder / INDEX, Kind.INDEX)
        count_values(content, Kind.INDEX)
        index = jiter.from_json(content, cache_mode="all")
    except FileNotFoundError:
        return {}, None
    except (UnfitFileError, ValueError) as error:
        return {}, short_reason(error)
    table = index.get("weight_map") if isinstance(index, dict) else None
    if not isinstance(table, dict):
        return {}, _("it holds no weight_map")
    files = {name: file for name, file in table.items() if isinstance(file, str)}
    if len(set(files.values())) > _MOST_FILES:
        return {}, _("it names more files than any model has")
    return files, None

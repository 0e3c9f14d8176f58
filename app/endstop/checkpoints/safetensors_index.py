"""The tensors of a model folder, whichever of its safetensors files they lie in."""

from dataclasses import dataclass, field
from pathlib import Path

from endstop.checkpoints.json_file import read_json_file
from endstop.checkpoints.safetensors_header import Tensor, read_header

INDEX = "model.safetensors.index.json"
_NOT_THE_MODEL = ("adapter", "consolidated")  # LoRA weights, and Mistral's second copy


@dataclass(frozen=True, slots=True)
class Problem:
    """A weight file that cannot be used, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Weights:
    """Every tensor by name, and the files that are missing or broken."""

    tensors: dict[str, Tensor] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read_weights(folder: Path) -> Weights:
    """The tensors of the folder's safetensors files; never raises.

    Where a tensor is in several files, the index decides.
    """
    weight_map = _weight_map(folder)
    present = {
        path.name: path
        for path in sorted(folder.glob("*.safetensors"))
        if not path.name.startswith(_NOT_THE_MODEL)
    }
    tensors: dict[str, Tensor] = {}
    problems = [
        Problem(name, "the index lists it, but it is missing")
        for name in sorted(set(weight_map.values()) - set(present))
    ]
    for name, path in present.items():
        header = read_header(path)
        if header.error:
            problems.append(Problem(name, header.error))
        for tensor in header.tensors.values():
            if tensor.name not in tensors or weight_map.get(tensor.name) == name:
                tensors[tensor.name] = tensor
    return Weights(tensors, tuple(problems))


def _weight_map(folder: Path) -> dict[str, str]:
    """The index's table of tensors and files; empty if there is none."""
    table = read_json_file(folder, INDEX).content.get("weight_map")
    if not isinstance(table, dict):
        return {}
    return {name: file for name, file in table.items() if isinstance(file, str)}

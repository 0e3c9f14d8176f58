"""The families of models that run, by the `model_type` of config.json.

mlx-vlm 0.7.10 has some two hundred architectures, and no two prepare their pages alike. Those below
are run by the tests, each against mlx-vlm's own loop; any other is refused before it is loaded.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.errors import ModelError
from endstop.translation import _


@dataclass(frozen=True, slots=True)
class Family:
    """What sets a family apart.

    `placeholder` is what its chat template writes for a page. `grids`: each page becomes patches
    in a grid, which can be seen on their own, and a token's position depends on the grids.
    """

    title: str
    placeholder: str
    grids: bool = False


_QWEN = "<|image_pad|>"
_GLM = "<|image|>"

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "qwen2_vl": Family("Qwen2-VL", _QWEN, grids=True),
        "qwen2_5_vl": Family("Qwen2.5-VL", _QWEN, grids=True),
        "qwen3_vl": Family("Qwen3-VL", _QWEN, grids=True),
        "qwen3_vl_moe": Family("Qwen3-VL", _QWEN, grids=True),
        "qwen3_5": Family("Qwen3.5", _QWEN, grids=True),
        "qwen3_5_moe": Family("Qwen3.5", _QWEN, grids=True),
        "gemma3": Family("Gemma 3", "<start_of_image>"),
        "gemma4": Family("Gemma 4", "<|image|>"),
        "smolvlm": Family("SmolVLM", "<image>"),
        "idefics3": Family("Idefics 3", "<image>"),
        "pixtral": Family("Pixtral", "[IMG]"),
        "mistral3": Family("Mistral 3", "[IMG]"),
        "internvl_chat": Family("InternVL", "<image>"),
        "internvl": Family("InternVL", "<IMG_CONTEXT>"),
        "glm4v": Family("GLM-4.1V", _GLM, grids=True),
        "glm4v_moe": Family("GLM-4.5V", _GLM, grids=True),
    }
)


def family_of(checkpoint: Checkpoint) -> Family:
    """The family of a model; a ModelError, which lists them, if it is none that runs."""
    kind = checkpoint.config.get("model_type")
    if not kind:
        raise ModelError(
            _("config.json of {name} names no model_type.").format(name=checkpoint.name),
            _("Choose the folder of a complete model."),
        )
    family = FAMILIES.get(str(kind).lower())
    if family is None:
        raise ModelError(
            _("{name} cannot be loaded: models of type {type} do not run here.").format(
                name=checkpoint.name, type=str(kind)[:100]
            ),
            _("Choose a model of one of these families: {families}.").format(
                families=", ".join(dict.fromkeys(known.title for known in FAMILIES.values()))
            ),
        )
    return family

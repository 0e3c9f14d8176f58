"""What a runtime module provides: its name, version, and its effective stop set of a folder."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from endstop.checkpoints.checkpoint import Checkpoint


class RuntimeName(StrEnum):
    """The runtimes that the doctor knows (DESIGN.md 6)."""

    TRANSFORMERS = "transformers"
    MLX_LM = "mlx-lm"
    MLX_LM_0_31 = "mlx-lm-0.31"
    MLX_VLM = "mlx-vlm"
    MLX_VLM_0_6 = "mlx-vlm-0.6"
    VLLM = "vllm"
    SGLANG = "sglang"
    TGI = "tgi"
    LLAMA_CPP = "llama.cpp"
    OLLAMA_MLX = "ollama-mlx"
    LM_STUDIO = "lm-studio"
    OMLX = "omlx"
    MLX_SWIFT = "mlx-swift"


@dataclass(frozen=True, slots=True)
class EffectiveStopSet:
    """The ids that end generation in a runtime, and in words where they come from.

    `ids` None: it cannot be told from the files (no tokenizer.json, a GGUF-only runtime...).
    `refuses`: the runtime fails on these files instead of running; `why` says how.
    """

    ids: frozenset[int] | None
    why: str
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime as of `version`; `stop_set` computes its set as the runtime itself does."""

    name: RuntimeName
    version: str
    stop_set: "Callable[[Checkpoint], EffectiveStopSet]"

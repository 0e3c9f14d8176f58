"""Open a model folder with mlx-vlm."""

import importlib
from pathlib import Path
from typing import Any

from endstop.engines.mlx.host.short_passes import unpad_short_passes


def import_libraries() -> None:
    """Import mlx-vlm, which takes seconds the first time, and mend it."""
    importlib.import_module("mlx_vlm.utils")
    unpad_short_passes()


def open_model(folder: Path) -> Any:
    """mlx-vlm's model, its weights not read yet."""
    from mlx_vlm.utils import load_model

    return load_model(folder, lazy=True)


def open_processor(folder: Path, model: Any) -> Any:
    """The processor of the folder of `model`."""
    from mlx_vlm.utils import load_processor

    return load_processor(folder, True, getattr(model.config, "eos_token_id", None))

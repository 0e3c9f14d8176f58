"""Open a model folder with mlx-vlm."""

import gc
import importlib
import sys
from pathlib import Path
from typing import Any

from endstop.engines.mlx.compiled_code import load_no_foreign_binaries
from endstop.engines.mlx.host.folder_code_guard import bar_folder_code
from endstop.engines.mlx.host.short_passes import unpad_short_passes


def import_libraries() -> None:
    """Import mlx-vlm, which takes seconds the first time, and mend it.

    What the libraries must not do is barred before anything is loaded.
    """
    load_no_foreign_binaries()
    first = "mlx_vlm.utils" not in sys.modules
    importlib.import_module("mlx_vlm.utils")
    if first:
        # The libraries stay. The garbage collector need not walk their hundred thousand objects,
        # which holds up every thread, the window's too, each time that many others were made.
        gc.freeze()
    bar_folder_code()
    unpad_short_passes()


def open_model(folder: Path) -> Any:
    """mlx-vlm's model, its weights not read yet."""
    from mlx_vlm.utils import load_model

    return load_model(folder, lazy=True, trust_remote_code=False)


def open_processor(folder: Path, model: Any) -> Any:
    """The processor of the folder of `model`."""
    from mlx_vlm.utils import load_processor

    eos_ids = getattr(model.config, "eos_token_id", None)
    return load_processor(folder, True, eos_ids, trust_remote_code=False)

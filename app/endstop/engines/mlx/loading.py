"""Load a checkpoint with mlx-vlm, layer by layer, so that progress shows and Stop works."""

import importlib
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.template_process import TemplateProcess
from endstop.engines.engine import Cancelled, Loading
from endstop.engines.mlx.compiled_code import load_no_foreign_binaries
from endstop.engines.mlx.folder_code_guard import bar_folder_code
from endstop.engines.mlx.short_passes import unpad_short_passes
from endstop.engines.mlx.threads import aside, leave_at_exit
from endstop.errors import CancelledError, EndstopError, ModelError
from endstop.translation import _

# Weights are brought into memory in portions of this many bytes.
_PORTION = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model in memory: mlx-vlm's model and processor, both untyped there.

    `templates` renders its prompts; whoever drops the model closes it.
    """

    model: Any
    processor: Any
    templates: TemplateProcess


def load(
    checkpoint: Checkpoint, progress: Callable[[Loading], None], cancelled: Cancelled
) -> Loaded:
    """The checkpoint in memory, ready to run.

    Raises ModelError with the reason, CancelledError if `cancelled` says so.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"  # a local folder must never ask a hub
    leave_at_exit()
    _check(checkpoint)
    try:
        return _load(checkpoint, progress, cancelled)
    except EndstopError:
        raise
    except Exception as error:  # mlx-vlm raises anything on a folder it does not know
        raise ModelError(
            _("{name} cannot be loaded: {reason}").format(
                name=checkpoint.name, reason=" ".join(str(error).split())[:300]
            ),
            _("Check that the folder is complete and that its architecture runs on mlx-vlm."),
        ) from error


def _check(checkpoint: Checkpoint) -> None:
    """Say what is missing before a library says it in its own way."""
    if "model_type" not in checkpoint.config:
        raise ModelError(
            _("config.json of {name} names no model_type.").format(name=checkpoint.name),
            _("Choose the folder of a complete model."),
        )
    if not checkpoint.weight_files:
        raise ModelError(
            _("{name} holds no weights (*.safetensors).").format(name=checkpoint.name),
            _("Download the model again, or choose another folder."),
        )
    if checkpoint.tokenizer_error:
        raise ModelError(
            _("tokenizer.json of {name} cannot be read: {reason}.").format(
                name=checkpoint.name, reason=checkpoint.tokenizer_error
            ),
            _("Download the model again."),
        )
    if checkpoint.tokenizer is None:
        raise ModelError(
            _("{name} holds no tokenizer.json.").format(name=checkpoint.name),
            _("Download the model again, or choose another folder."),
        )


def _load(
    checkpoint: Checkpoint, progress: Callable[[Loading], None], cancelled: Cancelled
) -> Loaded:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, about settings we do not use
        aside(_import_libraries, cancelled)
        from mlx_vlm.utils import load_model, load_processor

        unpad_short_passes()
        model = load_model(checkpoint.folder, lazy=True, trust_remote_code=False)
        _materialise(model, checkpoint.name, progress, cancelled)
        eos_ids = getattr(model.config, "eos_token_id", None)
        processor = aside(
            lambda: load_processor(checkpoint.folder, True, eos_ids, trust_remote_code=False),
            cancelled,
        )
    return Loaded(model, processor, TemplateProcess())


def _import_libraries() -> None:
    """Seconds, the first time. What they must not do is barred before anything is loaded."""
    load_no_foreign_binaries()
    importlib.import_module("mlx_vlm.utils")
    bar_folder_code()


def _materialise(
    model: Any, name: str, progress: Callable[[Loading], None], cancelled: Cancelled
) -> None:
    """Read the lazily opened weights into memory, a portion at a time."""
    import mlx.core as mx
    from mlx.utils import tree_flatten

    arrays: list[Any] = [leaf[1] for leaf in tree_flatten(model.parameters())]
    total = sum(array.nbytes for array in arrays) or 1
    portion: list[Any] = []
    done = 0
    for array in arrays:
        portion.append(array)
        done += array.nbytes
        if sum(a.nbytes for a in portion) < _PORTION and done < total:
            continue
        if cancelled():
            raise CancelledError
        mx.eval(portion)
        portion = []
        progress(Loading(_("Loading {name}").format(name=name), done / total))

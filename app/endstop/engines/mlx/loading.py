"""Load a checkpoint with mlx-vlm, layer by layer, so that progress shows and Stop works."""

import os
import warnings
from collections.abc import Callable
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.engines.engine import Cancelled, Loading
from endstop.engines.mlx.families import Family
from endstop.engines.mlx.host.files import import_libraries, open_model, open_processor
from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.threads import aside, leave_at_exit
from endstop.errors import CancelledError, EndstopError, ModelError
from endstop.translation import _

# Weights are brought into memory in portions of this many bytes.
_PORTION = 256 * 1024 * 1024


def load(
    checkpoint: Checkpoint,
    family: Family,
    progress: Callable[[Loading], None],
    cancelled: Cancelled,
) -> Host:
    """The checkpoint, a model of `family`, in memory and ready to run.

    Raises ModelError with the reason, CancelledError if `cancelled` says so.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"  # a local folder must never ask a hub
    leave_at_exit()
    _check(checkpoint)
    try:
        return _load(checkpoint, family, progress, cancelled)
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
    checkpoint: Checkpoint,
    family: Family,
    progress: Callable[[Loading], None],
    cancelled: Cancelled,
) -> Host:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, about settings we do not use
        aside(import_libraries, cancelled)
        model = open_model(checkpoint.folder)
        _materialise(model, checkpoint.name, progress, cancelled)
        processor = aside(lambda: open_processor(checkpoint.folder, model), cancelled)
    return Host(model, processor, family)


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

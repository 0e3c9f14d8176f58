"""Look at a model folder before mlx-vlm and transformers load it: they trust it, we do not.

Every file that they would open must be an ordinary one of a size that its kind can have, the
weights must be where the index says, with sound headers, and the chat templates must render within
their limits in a process of their own. Nothing here runs for long that Stop could not end.

Source: the files that mlx_vlm 0.7.10 (`utils.load_model`, `load_processor`) and transformers 5.24
(`AutoProcessor.from_pretrained`) open.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from endstop.checkpoints.checkpoint import WEIGHTS_SUFFIX, Checkpoint
from endstop.checkpoints.folder_file import (
    MOST_NAMES,
    Kind,
    UnfitFileError,
    kind_of,
    names_in,
    open_file,
)
from endstop.checkpoints.templates import MORE_TEMPLATES
from endstop.engines.engine import Cancelled
from endstop.engines.mlx.threads import aside
from endstop.errors import CancelledError, ModelError
from endstop.translation import _

_SUBFOLDERS = (MORE_TEMPLATES, "encoder_config")
_SETTINGS = re.compile(
    r"(?:(?:generation_|tokenizer_|adapter_|(?:video_)?(?:pre)?processor_|image_processor_"
    r"|feature_extractor_|audio_tokenizer_|hf_quant_)?config|special_tokens_map|added_tokens"
    r"|chat_template|offload_index|model\.safetensors\.index)\.json"
)
_LAYERS = re.compile(r"layers?$|depths?$|blocks?$")
_MOST_LAYERS = 1_000  # where the weights hold fewer tensors


def admit(checkpoint: Checkpoint, cancelled: Cancelled) -> None:
    """Raise ModelError with the file and the reason if the folder must not be loaded.

    CancelledError if `cancelled` says so.
    """
    for path in _opened(checkpoint):
        if cancelled():
            raise CancelledError
        if reason := _unfit(path):
            raise _refusal(checkpoint, str(path.relative_to(checkpoint.folder)), reason)
    _require_sound_weights(checkpoint, cancelled)
    _require_few_layers(checkpoint)
    aside(lambda: checkpoint.tokenizer, cancelled)
    for template, renderings in zip(
        checkpoint.templates, checkpoint.renderings(cancelled), strict=True
    ):
        if beyond := [rendering for rendering in renderings if rendering.beyond_limits]:
            raise _refusal(checkpoint, template.file, beyond[0].error)


def _opened(checkpoint: Checkpoint) -> Iterator[Path]:
    """What is there of the files that may be opened; a ModelError for more than can be told."""
    for folder in (checkpoint.folder, *(checkpoint.folder / name for name in _SUBFOLDERS)):
        names = names_in(folder)
        if len(names) >= MOST_NAMES:
            raise _refusal(checkpoint, folder.name, _("it holds more files than any model"))
        yield from (folder / name for name in names if kind_of(name) is not None)


def _unfit(path: Path) -> str | None:
    """Why a file must not be opened. Whatever has a name that is not read may be of any size."""
    kind = kind_of(path.name) or Kind.WEIGHTS
    if kind is Kind.SETTINGS and not _SETTINGS.fullmatch(path.name):
        kind = Kind.WEIGHTS
    try:
        open_file(path, kind).close()
    except FileNotFoundError:
        return _("it is a link that leads nowhere") if os.path.lexists(path) else None
    except UnfitFileError as error:
        return str(error)
    return None


def _require_sound_weights(checkpoint: Checkpoint, cancelled: Cancelled) -> None:
    weights = aside(lambda: checkpoint.weights, cancelled)
    for name in weights.files:
        place = PurePosixPath(name)
        if place.is_absolute() or ".." in place.parts or place.suffix != WEIGHTS_SUFFIX:
            reason = _("it names {file}, which is no weight file of this folder")
            raise _refusal(
                checkpoint, "model.safetensors.index.json", reason.format(file=name[:100])
            )
    for problem in weights.problems:
        raise _refusal(checkpoint, problem.file, problem.reason)


def _require_few_layers(checkpoint: Checkpoint) -> None:
    """mlx-vlm builds as many layers as config.json says, one after the other."""
    most = max(_MOST_LAYERS, checkpoint.weights.count)
    for name, count in _numbers(checkpoint.config):
        if _LAYERS.search(name) and count > most:
            reason = _("its {key} is {count}, and the weights hold {tensors} tensors")
            raise _refusal(
                checkpoint,
                "config.json",
                reason.format(key=name[:100], count=count, tensors=checkpoint.weights.count),
            )


def _numbers(settings: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Every whole number of the settings with its name, also of settings within; lists' too."""
    for name, value in settings.items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, dict):
                yield from _numbers(item)
            elif type(item) is int:
                yield name, item


def _refusal(checkpoint: Checkpoint, file: str, reason: str) -> ModelError:
    return ModelError(
        _("{name} cannot be loaded: {file} cannot be used: {reason}.").format(
            name=checkpoint.name, file=file, reason=reason
        ),
        _("Get {file} again from where the model came, or choose another folder.").format(
            file=file
        ),
    )

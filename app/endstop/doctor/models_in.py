"""Which models a path means: a folder, a file of one, or a folder of models."""

import os
from collections.abc import Iterator
from pathlib import Path

from endstop.checkpoints.checkpoint import MODEL_FILES
from endstop.checkpoints.folder_file import names_in
from endstop.errors import ModelError
from endstop.translation import _

_DEPTH = 4  # models--MAKER--NAME/snapshots/HASH lies three folders below the hub's cache
_MOST_FOLDERS = 20_000
_PROJECTOR = "mmproj"  # a vision model's second file, no model by itself


def models_in(path: Path) -> tuple[Path, ...]:
    """The models that `path` means, each a folder or a .gguf file; never empty.

    A file stands for the model that it belongs to. Of a folder that is no model itself, those
    below it count, hidden folders left out. Raises ModelError if there is none.
    """
    try:
        if not path.exists():
            raise ModelError(_("There is no {path}.").format(path=path))
        found = _of_file(path) if path.is_file() else tuple(_below(path, _DEPTH, set()))
    except OSError as error:
        raise ModelError(
            _("{path} cannot be read: {reason}.").format(path=path, reason=error.strerror)
        ) from error
    if not found:
        raise ModelError(
            _("{path} holds no model.").format(path=path),
            _("Give a folder with a config.json, or a .gguf file."),
        )
    return found


def _of_file(path: Path) -> tuple[Path, ...]:
    if path.suffix.lower() == ".gguf":
        return (path,)
    folders = [folder for folder in (path.parent, path.parent.parent) if _is_model(folder)]
    return tuple(folders[:1])


def _below(folder: Path, depth: int, seen: set[str]) -> Iterator[Path]:
    """The models at and below `folder`; a folder to which several links lead is entered once."""
    place = os.path.realpath(folder)
    if place in seen or len(seen) >= _MOST_FOLDERS:
        return
    seen.add(place)
    if _is_model(folder):
        yield folder
        return
    weights = _gguf_files(folder)
    yield from [folder] if len(weights) == 1 else weights
    if depth and not weights:
        for inner in _folders(folder):
            yield from _below(inner, depth - 1, seen)


def _is_model(folder: Path) -> bool:
    return any((folder / name).is_file() for name in MODEL_FILES)


def _gguf_files(folder: Path) -> list[Path]:
    """The models among the GGUF files: no projector, of a split model the first part."""
    return [
        folder / name
        for name in names_in(folder)
        if name.endswith(".gguf")
        and _PROJECTOR not in name.lower()
        and ("-of-" not in name or "-00001-of-" in name)
    ]


def _folders(folder: Path) -> list[Path]:
    names = (name for name in names_in(folder) if not name.startswith("."))
    return [folder / name for name in names if (folder / name).is_dir()]

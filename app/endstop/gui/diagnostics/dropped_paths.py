"""Which files a drag holds."""

from pathlib import Path

from PySide6.QtCore import QMimeData

from endstop.checkpoints.checkpoint import MODEL_FILES

_MODEL_SUFFIXES = (".gguf", ".safetensors")


def dropped_paths(mime: QMimeData) -> list[Path]:
    """The local files and folders, in the drag's order; empty for anything else."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def dropped_model(mime: QMimeData) -> Path | None:
    """The first folder, or file of a model, that a drag holds; None for documents."""
    return next((path for path in dropped_paths(mime) if _of_model(path)), None)


def _of_model(path: Path) -> bool:
    return path.is_dir() or path.suffix.lower() in _MODEL_SUFFIXES or path.name in MODEL_FILES

"""Which model a drag holds."""

from pathlib import Path

from PySide6.QtCore import QMimeData

from endstop.checkpoints.checkpoint import MODEL_FILES

_MODEL_SUFFIXES = (".gguf", ".safetensors")


def dropped_model(mime: QMimeData) -> Path | None:
    """The first folder, or file of a model, that a drag holds; None for documents."""
    paths = (Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    return next((path for path in paths if _of_model(path)), None)


def _of_model(path: Path) -> bool:
    return path.is_dir() or path.suffix.lower() in _MODEL_SUFFIXES or path.name in MODEL_FILES

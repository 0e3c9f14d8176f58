"""Which files a drag holds."""

from pathlib import Path

from PySide6.QtCore import QMimeData


def dropped_paths(mime: QMimeData) -> list[Path]:
    """The local files and folders, in the drag's order; empty for anything else."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]

"""Triggers and near misses of the defects that the files and the template show."""

from collections.abc import Callable
from pathlib import Path

FILE_FIXTURES: dict[str, tuple[Callable[[Path], Path], Callable[[Path], Path]]] = {}

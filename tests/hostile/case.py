"""One hostile folder: a right model folder, and what is done to it."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from endstop.assets import bundled_model

Harm = Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class Case:
    """A folder by the name of its fault; `harm` does it to a copy of the bundled model."""

    name: str
    harm: Harm

    def make(self, parent: Path) -> Path:
        """The folder, made in `parent`."""
        folder = parent / "model"
        shutil.copytree(bundled_model(), folder)
        self.harm(folder)
        return folder


def replaced(name: str, content: bytes | str) -> Harm:
    """Another content in place of a file's own."""

    def harm(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
        (folder / name).write_bytes(raw)

    return harm


def edited(name: str, **values: Any) -> Harm:
    """Other values in a JSON file; a dotted path (`text_config__vocab_size`) goes deeper."""

    def harm(folder: Path) -> None:
        path = folder / name
        content = json.loads(path.read_bytes()) if path.exists() else {}
        for where, value in values.items():
            place = content
            *outer, last = where.split("__")
            for key in outer:
                place = place.setdefault(key, {})
            place[last] = value
        path.write_text(json.dumps(content), encoding="utf-8")

    return harm

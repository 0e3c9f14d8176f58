"""Things that are no ordinary files, in the places of a model's files."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.hostile.case import Case, Harm

_SETTINGS = (
    "config.json",
    "generation_config.json",
    "tokenizer_config.json",
    "preprocessor_config.json",
    "processor_config.json",
)
_OTHERS = (
    "tokenizer.json",
    "chat_template.jinja",
    "model.safetensors",
    "model.safetensors.index.json",
)


def _fifo(path: Path) -> None:
    """A careless reader waits at it for ever."""
    os.mkfifo(path)


def _endless(path: Path) -> None:
    """A careless reader fills its memory."""
    path.symlink_to("/dev/zero")


def _socket(path: Path) -> None:
    bind = f"import socket; socket.socket(socket.AF_UNIX).bind({path.name!r})"
    command = (sys.executable, "-c", bind)  # there, for its name has a hundred letters at most
    subprocess.run(command, cwd=path.parent, check=True)


def _dangling(path: Path) -> None:
    path.symlink_to("nothing")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _folder(path: Path) -> None:
    path.mkdir()


def _in_place(name: str, put: Callable[[Path], None]) -> Harm:
    def harm(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        put(folder / name)

    return harm


_EVERYWHERE = {"fifo": _fifo, "endless device": _endless}
_ELSEWHERE = {"socket": _socket, "dangling link": _dangling, "link loop": _loop, "folder": _folder}

CASES = (
    *(
        Case(f"{kind} as {name}", _in_place(name, put))
        for kind, put in _EVERYWHERE.items()
        for name in (*_SETTINGS, *_OTHERS)
    ),
    *(
        Case(f"{kind} as {name}", _in_place(name, put))
        for number, (kind, put) in enumerate(_ELSEWHERE.items())
        for name in (_SETTINGS[number], _OTHERS[number])
    ),
)

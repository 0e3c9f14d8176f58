"""Run in a process of its own: fixes and undos that are killed at every step, one after the other.

`python -m tests.support.killed fix|undo FOLDER` makes FOLDER/0, FOLDER/1..., kills the action in
the first at its first step, in the second at its second..., until one is not killed.
"""

import itertools
import os
import signal
import sys
from pathlib import Path

from endstop.doctor.finding import JsonEdit, TextEdit
from endstop.doctor.fixes.apply import apply
from endstop.doctor.fixes.plan import plan
from endstop.doctor.fixes.undo import undo
from tests.support.mending import EOS, STOP_LIST, as_cached, diagnosed, finding, make_gguf

EDITS = (STOP_LIST, TextEdit("Modelfile", ("FROM .",)), JsonEdit("config.json", ("a",), 1), EOS)
_STEPS = ("open", "os.")  # audit events: files are opened, renamed, linked, removed, ...


def make_model(folder: Path) -> Path:
    """A model of a file of its own, one that is a link into a cache, and a GGUF file."""
    plain = folder / "plain"
    plain.mkdir(parents=True)
    (plain / "config.json").write_text("{}", encoding="utf-8")
    model = as_cached(plain, folder / "cache")
    (model / "generation_config.json").write_text('{"eos_token_id": 256}', encoding="utf-8")
    make_gguf(model / "model.gguf")
    return model


def fix(model: Path) -> None:
    """Make the fix that is killed."""
    apply(plan(diagnosed(model, finding(*EDITS))))


def _kill_at(step: int) -> None:
    """End this process with SIGKILL before the step of this number."""
    steps = itertools.count()

    def watch(event: str, _arguments: object) -> None:
        if event.startswith(_STEPS) and next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def main() -> None:
    """Do it."""
    action, folder = sys.argv[1], Path(sys.argv[2])
    for step in itertools.count():
        model = make_model(folder / str(step))
        if action == "undo":
            fix(model)
        child = os.fork()
        if not child:
            _kill_at(step)
            undo(model) if action == "undo" else fix(model)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            return


if __name__ == "__main__":
    main()

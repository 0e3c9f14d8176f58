"""`endstop models`: the models that are on this machine."""

from pathlib import Path

from platformdirs import user_data_path

from endstop.assets import bundled_model
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.cli.exit_code import ExitCode
from endstop.cli.terminal import print_line


def run() -> int:
    """Print a line a model."""
    for folder in _folders():
        checkpoint = Checkpoint(folder)
        print_line(f"{checkpoint.name:24}{checkpoint.size / 1e9:8.2f} GB  {folder}")
    return ExitCode.DONE


def _folders() -> list[Path]:
    """The bundled model, then the folders in Endstop's own models folder."""
    own = user_data_path("endstop") / "models"
    found = sorted(path.parent for path in own.glob("*/config.json"))
    return [bundled_model(), *found]

"""The `endstop` command: without arguments the window, else the command line."""

import sys
from multiprocessing import freeze_support

from endstop.descriptors import keep_numbers


def main() -> int:
    """Run what was asked for; returns the exit code."""
    keep_numbers()
    freeze_support()
    if len(sys.argv) == 1:
        from endstop.gui.window.application import run_window

        return run_window(sys.argv)
    from endstop.cli.main import main as run_command

    return run_command()


if __name__ == "__main__":
    sys.exit(main())

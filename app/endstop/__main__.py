"""The `endstop` command: without arguments the window, else the command line."""

import os
import sys


def main() -> int:
    """Run what was asked for; returns the exit code."""
    try:
        from endstop import interruption
        from endstop.descriptors import keep_numbers

        keep_numbers()
        interruption.watch()
    except KeyboardInterrupt:  # in the few milliseconds that the import takes
        return 130
    from multiprocessing import freeze_support

    freeze_support()
    if len(sys.argv) == 1:
        return _open_window()
    from endstop.cli.main import main as run_command

    code = run_command()
    interruption.leave_if_requested()
    return code


def _open_window() -> int:
    """Show the window, or say what has to be installed for it."""
    from endstop.errors import UsageError
    from endstop.parts import Part, require

    try:
        require(Part.APP)
    except UsageError as error:
        sys.stderr.write(f"endstop: {error}\n")
        return 2
    from endstop.gui.window.application import run_window

    return run_window(sys.argv)


def _leave_working_directory_out() -> None:
    """Take back what `python -m` put first into sys.path: a model's folder may hold modules too."""
    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib would already come from there
    except OSError:  # it was deleted
        return
    if sys.path[0] == here and not __file__.startswith(here + os.sep):
        del sys.path[0]


if __name__ == "__main__":
    _leave_working_directory_out()
    sys.exit(main())

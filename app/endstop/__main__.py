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
    from endstop import logs
    from endstop.cli.main import main as run_command
    from endstop.cli.main import tell_unforeseen

    windowed = len(sys.argv) == 1
    logs.start("window" if windowed else "command line")
    logs.report_unforeseen(tell_unforeseen)
    if windowed:
        return _open_window()
    code = run_command()
    interruption.leave_if_requested()
    return code


def _open_window() -> int:
    """Show the window, or say what has to be installed for it."""
    from endstop.cli.main import outcome
    from endstop.parts import Part, require

    if code := outcome(lambda: require(Part.APP)):
        return code
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

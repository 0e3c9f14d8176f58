"""The `endstop` command: without arguments the window, else the command line."""

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
        from endstop.gui.application import run_window

        return run_window(sys.argv)
    from endstop.cli.main import main as run_command

    code = run_command()
    interruption.leave_if_requested()
    return code


if __name__ == "__main__":
    sys.exit(main())

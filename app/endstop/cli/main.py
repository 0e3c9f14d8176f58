"""The command line: parse, hand over to a command, turn errors into sentences and codes."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from endstop import __version__
from endstop.cli import doctor, extract, models, schemas
from endstop.cli.exit_code import ExitCode
from endstop.cli.progress import say
from endstop.errors import CancelledError, EndstopError, UsageError
from endstop.translation import _

_COMMANDS = (extract, doctor, models, schemas)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    logging.basicConfig(level=logging.ERROR, format="%(name)s: %(message)s")
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except UsageError as error:
        say(_("endstop: {error}").format(error=error))
        return ExitCode.USAGE
    except CancelledError:
        return ExitCode.INTERRUPTED
    except EndstopError as error:
        say(_("endstop: {error}").format(error=error))
        return ExitCode.FAILED
    except BrokenPipeError:  # whoever read our output has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="endstop",
        description=_(
            "Turn documents into JSON that fits a schema. Without a command: the window."
        ),
    )
    parser.add_argument("--version", action="version", version=f"endstop {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar=_("COMMAND"))
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser

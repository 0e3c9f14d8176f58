"""The command line: parse, hand over to a command, turn errors into sentences and codes."""

import logging
from collections.abc import Callable, Sequence

from typing_extensions import override

from endstop.cli.exit_code import ExitCode
from endstop.cli.parser import parse
from endstop.cli.progress import say
from endstop.cli.streams import checked_streams
from endstop.doctor.report_layout import harmless
from endstop.errors import CancelledError, EndstopError, UsageError
from endstop.translation import _


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    with checked_streams() as streams:
        code = _outcome(lambda: _run(arguments))
        written = _outcome(lambda: ExitCode.DONE if streams.finish() else ExitCode.FAILED)
        return code or written


def _run(arguments: Sequence[str] | None) -> int:
    """Do what was asked for; an EndstopError says why that is not possible."""
    messages = logging.StreamHandler()
    messages.setFormatter(_HarmlessFormatter("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.ERROR, handlers=[messages])
    return parse(arguments)()


def _outcome(work: Callable[[], int]) -> int:
    """The exit code of some work, whose errors are said."""
    try:
        return work()
    except SystemExit as leaving:  # argparse: a wrong option, --help
        return int(leaving.code or 0)
    except UsageError as error:
        say(_("endstop: {error}").format(error=error))
        return ExitCode.USAGE
    except CancelledError:
        return ExitCode.INTERRUPTED
    except EndstopError as error:
        say(_("endstop: {error}").format(error=error))
        return ExitCode.FAILED
    except BrokenPipeError:  # whoever read our output has left, as `head` does
        return ExitCode.FAILED


class _HarmlessFormatter(logging.Formatter):
    """A log record names files too."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return harmless(super().format(record))

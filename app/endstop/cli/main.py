"""The command line: parse, hand over to a command, turn errors into sentences and codes."""

import logging
from collections.abc import Callable, Sequence

from typing_extensions import override

from endstop import logs
from endstop.cli.exit_code import ExitCode
from endstop.cli.parser import parse
from endstop.cli.progress import say
from endstop.cli.streams import checked_streams
from endstop.cli.terminal import one_line
from endstop.errors import CancelledError, EndstopError, UsageError
from endstop.translation import _


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return outcome(lambda: _run(arguments))


def outcome(work: Callable[[], int | None]) -> int:
    """The exit code of some work, with its errors said and its output written."""
    with checked_streams() as streams:
        code = _outcome(work)
        written = _outcome(lambda: ExitCode.DONE if streams.finish() else ExitCode.FAILED)
        return code or written


def tell_unforeseen(error: BaseException) -> None:
    """Say on standard error what nobody foresaw, and where more is written about it."""
    sentence = _("Something went wrong in Endstop: {kind}: {text}.")
    sentence = sentence.format(kind=type(error).__name__, text=error)
    with checked_streams():
        say(_("endstop: {error}").format(error=sentence))
        if (folder := logs.log_folder()) is not None:
            say(_("Please report it; the log is in {folder}.").format(folder=folder))


def _run(arguments: Sequence[str] | None) -> int:
    """Do what was asked for; an EndstopError says why that is not possible."""
    messages = logging.StreamHandler()
    messages.setLevel(logging.ERROR)
    messages.setFormatter(_OneLine())
    messages.addFilter(lambda record: record.name != logs.__name__)  # see `tell_unforeseen`
    logging.basicConfig(level=logging.ERROR, handlers=[messages])
    return parse(arguments)()


def _outcome(work: Callable[[], int | None]) -> int:
    """The exit code of some work, whose errors are said."""
    try:
        return work() or ExitCode.DONE
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


class _OneLine(logging.Formatter):
    """A log record without its traceback, made harmless: it may name files."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return one_line(f"{record.name}: {record.getMessage()}")

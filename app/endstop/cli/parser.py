"""What the command line takes, and which command does it.

It imports none of the commands: each is imported when it runs, so that all of this works, and
starts quickly, where only the doctor is installed.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from typing_extensions import override

from endstop import __version__
from endstop.cli.numbers import seconds, tokens
from endstop.cli.terminal import one_line
from endstop.doctor.runtimes.runtime import RuntimeName
from endstop.documents.sizing import ROTATIONS
from endstop.export.format import Format
from endstop.parts import Part, require
from endstop.translation import _

Options: TypeAlias = argparse.Namespace
_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


def parse(arguments: Sequence[str] | None) -> Callable[[], int]:
    """What was asked for, ready to run; SystemExit for a wrong option, --help or --version."""
    parser = _Parser(
        prog="endstop",
        description=_(
            "Turn documents into JSON that fits a schema. Without a command: the window."
        ),
    )
    parser.add_argument("--version", action="version", version=f"endstop {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar=_("COMMAND"))
    for declare in (_declare_extract, _declare_doctor, _declare_models, _declare_schemas):
        declare(commands)
    options = parser.parse_args(arguments)
    return lambda: int(options.run(options))


class _Parser(argparse.ArgumentParser):
    """Repeats what was wrong in the arguments, made harmless."""

    @override
    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        super().exit(status, message and one_line(message.rstrip("\n")) + "\n")


def _declare_extract(commands: _Commands) -> None:
    parser = commands.add_parser("extract", help=_("turn documents into JSON"))
    add = parser.add_argument
    add("inputs", nargs="+", type=Path, metavar=_("FILE"), help=_("PDFs, images or folders"))
    add("--schema", required=True, help=_("a library name, a file, or the JSON itself"))
    add("--out", type=Path, metavar=_("DIR"), help=_("write files here instead of printing"))
    add("--model", default=None, metavar=_("PATH"), help=_("a model folder; default: the demo"))
    add("--pages", metavar="1-3,7", help=_("these pages alone, counted from 1"))
    add(
        "--rotate",
        type=int,
        choices=ROTATIONS,
        default=0,
        help=_("turn every page clockwise by so many degrees"),
    )
    add("--password", help=_("of encrypted PDFs"))
    add("--format", choices=[form.value for form in Format], default=Format.JSON.value)
    add("--max-tokens", type=tokens, metavar="N", help=_("the longest answer, in tokens"))
    add(
        "--max-seconds",
        type=seconds,
        metavar="S",
        help=_("the longest time a document, in s"),
    )
    add("--no-metadata", action="store_true", help=_("write the values alone"))
    add(
        "--unconstrained",
        action="store_true",
        help=_("let the model answer freely, for schemas that cannot be enforced"),
    )
    add("--quiet", action="store_true", help=_("say what is wrong and nothing else"))
    parser.set_defaults(run=_extract)


def _declare_doctor(commands: _Commands) -> None:
    parser = commands.add_parser(
        "doctor",
        help=_("say whether a model will stop, and mend it"),
        epilog=_(
            "Exit codes: 0 no error found, 1 an error found or the model not shown to stop (with "
            "--runtime, in that runtime), 2 not readable as a model."
        ),
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar=_("PATH"), help=_("model folders, files of one, patterns"))
    add("--json", action="store_true", help=_("print a list, one object a model"))
    add("--probe", action="store_true", help=_("load the model and ask it itself (MLX folders)"))
    names = [name.value for name in RuntimeName]
    add("--runtime", choices=names, metavar=_("NAME"), help=_("judge by this runtime alone"))
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--fix", action="store_true", help=_("show the changes, ask, make them"))
    action.add_argument("--undo", action="store_true", help=_("take the last fix back"))
    add("--yes", action="store_true", help=_("do not ask before --fix or --undo change files"))
    parser.set_defaults(run=_doctor)


def _declare_models(commands: _Commands) -> None:
    parser = commands.add_parser("models", help=_("the models on this machine"))
    actions = parser.add_subparsers(metavar=_("ACTION"))
    actions.add_parser("list", help=_("name every model"))
    parser.set_defaults(run=_models)


def _declare_schemas(commands: _Commands) -> None:
    parser = commands.add_parser("schemas", help=_("the schema library; check a schema"))
    actions = parser.add_subparsers(dest="action", metavar=_("ACTION"))
    actions.add_parser("list", help=_("name every schema of the library"))
    show = actions.add_parser("show", help=_("print a schema"))
    show.add_argument("name", metavar=_("NAME"))
    check = actions.add_parser("check", help=_("say whether a schema can be enforced"))
    check.add_argument("path", metavar=_("PATH"))
    parser.set_defaults(run=_schemas)


def _extract(options: Options) -> int:
    require(Part.EXTRACT)
    from endstop.cli.extract import run

    return run(options)


def _doctor(options: Options) -> int:
    if options.probe:
        require(Part.EXTRACT)
    from endstop.cli.doctor import run

    return run(options)


def _models(_options: Options) -> int:
    from endstop.cli.models import run

    return run()


def _schemas(options: Options) -> int:
    require(Part.EXTRACT)
    from endstop.cli.schemas import run

    return run(options)

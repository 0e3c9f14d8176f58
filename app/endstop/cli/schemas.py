"""`endstop schemas`: list the library, show a schema, check one of your own."""

import argparse
from typing import Any

from endstop.cli.exit_code import ExitCode
from endstop.cli.terminal import print_line, print_result
from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import compile_grammar
from endstop.export.forms import to_json
from endstop.schemas.library import library_schemas
from endstop.schemas.load import load_schema
from endstop.translation import _


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser("schemas", help=_("the schema library; check a schema"))
    parser.set_defaults(run=_list)
    actions = parser.add_subparsers(metavar=_("ACTION"))
    actions.add_parser("list", help=_("name every schema of the library")).set_defaults(run=_list)
    show = actions.add_parser("show", help=_("print a schema"))
    show.add_argument("name", metavar=_("NAME"))
    show.set_defaults(run=_show)
    check = actions.add_parser("check", help=_("say whether a schema can be enforced"))
    check.add_argument("path", metavar=_("PATH"))
    check.set_defaults(run=_check)


def _list(_options: argparse.Namespace) -> int:
    for schema in library_schemas():
        print_line(f"{schema.name:16}{schema.title}")
    return ExitCode.DONE


def _show(options: argparse.Namespace) -> int:
    print_result(to_json(load_schema(options.name).definition))
    return ExitCode.DONE


def _check(options: argparse.Namespace) -> int:
    schema = load_schema(options.path)
    compile_grammar(Constraint(schema.definition, Separators.COMPACT))
    print_line(_("{name}: every answer will fit this schema.").format(name=schema.name))
    return ExitCode.DONE

"""`endstop schemas`: list the library, show a schema, check one of your own."""

import argparse

from endstop.cli.exit_code import ExitCode
from endstop.cli.terminal import print_line, print_result
from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import compile_grammar
from endstop.export.forms import to_json
from endstop.schemas.library import library_schemas
from endstop.schemas.load import load_schema
from endstop.translation import _


def run(options: argparse.Namespace) -> int:
    """Do what `options.action` says; without one, list the library."""
    match options.action:
        case "show":
            _show(options.name)
        case "check":
            _check(options.path)
        case _:
            _list()
    return ExitCode.DONE


def _list() -> None:
    for schema in library_schemas():
        print_line(f"{schema.name:16}{schema.title}")


def _show(name: str) -> None:
    print_result(to_json(load_schema(name).definition))


def _check(path: str) -> None:
    schema = load_schema(path)
    compile_grammar(Constraint(schema.definition, Separators.COMPACT))
    print_line(_("{name}: every answer will fit this schema.").format(name=schema.name))

"""Hold a value against its schema: problems with pointers, and every leaf with its state."""

import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

from endstop.results.result import Field, FieldState, Problem
from endstop.schemas.relaxed import relaxed
from endstop.schemas.schema import ExtractionSchema
from endstop.translation import _


def parse(text: str) -> tuple[Any, tuple[Problem, ...]]:
    """The answer's value; a problem and None if it is no JSON."""
    try:
        return json.loads(text, parse_constant=_refuse_constant), ()
    except (ValueError, RecursionError) as error:
        message = _("The answer is not valid JSON: {reason}.").format(reason=error)
        return None, (Problem("", message),)


def find_problems(value: Any, schema: ExtractionSchema) -> tuple[Problem, ...]:
    """Where the value breaks the schema, null being allowed for an absent leaf."""
    definition = relaxed(schema.definition)
    dialect = validator_for(definition, default=Draft202012Validator)
    try:
        # an empty registry: a reference to the network is never followed
        errors = sorted(
            dialect(definition, registry=Registry()).iter_errors(value),
            key=lambda error: error.json_path,
        )
    except Unresolvable as error:
        message = _("The schema refers to something that is not in it: {reason}.")
        return (Problem("", message.format(reason=error)),)
    return tuple(Problem(pointer(error.absolute_path), error.message) for error in errors)


def leaves(value: Any, problems: tuple[Problem, ...]) -> tuple[Field, ...]:
    """Every leaf of the value in order; a leaf with a problem of its own is invalid."""
    broken = {problem.pointer for problem in problems}
    return tuple(
        Field(place, leaf, FieldState.INVALID if place in broken else _state(leaf))
        for place, leaf in _walk(value, "")
    )


def pointer(path: Any) -> str:
    """A JSON pointer (RFC 6901) from the keys and indices on the way to a value."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def _walk(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _walk(item, place + pointer([key]))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _walk(item, f"{place}/{index}")
    else:
        yield place, value


def _state(leaf: Any) -> FieldState:
    return FieldState.NULL if leaf is None else FieldState.VALUE


def _refuse_constant(name: str) -> None:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(name)

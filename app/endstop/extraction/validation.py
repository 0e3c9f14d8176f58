"""Hold a value against its schema: problems with pointers, and every leaf with its state."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

from endstop.extraction.confidence import Confidence
from endstop.results.pointers import leaf_values, pointer
from endstop.results.result import Field, FieldState, Problem
from endstop.schemas.relaxed import LONGEST_ARRAY, LONGEST_STRING, relaxed
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
    except RecursionError:
        return (Problem("", _("The schema refers to itself without an end.")),)
    return tuple(Problem(pointer(error.absolute_path), error.message) for error in errors)


def bounds_hit(value: Any, place: str = "") -> Iterator[Problem]:
    """Where a value ends at the grammar's own bound, and thus may have been cut there."""
    match value:
        case str() if len(value) == LONGEST_STRING:
            message = _("The text was cut at {count} characters.")
            yield Problem(place, message.format(count=LONGEST_STRING))
        case list():
            if len(value) == LONGEST_ARRAY:
                message = _("The list was cut at {count} items.")
                yield Problem(place, message.format(count=LONGEST_ARRAY))
            for index, item in enumerate(value):
                yield from bounds_hit(item, f"{place}/{index}")
        case dict():
            for key, item in value.items():
                yield from bounds_hit(item, place + pointer([key]))


def leaves(
    value: Any, problems: tuple[Problem, ...], sure: Mapping[str, Confidence]
) -> tuple[Field, ...]:
    """Every leaf of the value in order; a leaf with a problem of its own is invalid."""
    broken = {problem.pointer for problem in problems}
    return tuple(
        Field(
            place,
            leaf,
            FieldState.INVALID if place in broken else _state(leaf),
            sure[place].probability if place in sure else None,
            sure[place].withheld if place in sure else 0.0,
        )
        for place, leaf in leaf_values(value)
    )


def _state(leaf: Any) -> FieldState:
    return FieldState.NULL if leaf is None else FieldState.VALUE


def _refuse_constant(name: str) -> None:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(name)

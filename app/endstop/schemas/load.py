"""A schema from what a user gives: a library name, a file, or the JSON text itself."""

from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError as BrokenSchemaError
from jsonschema.validators import validator_for

from endstop.errors import SchemaError
from endstop.schemas.library import library_schemas
from endstop.schemas.read import parse_schema, read_schema_file, too_deep
from endstop.schemas.schema import ExtractionSchema
from endstop.translation import _

_LONGEST_NAME = 80
_LONGEST_REASON = 200


def load_schema(text: str) -> ExtractionSchema:
    """The schema that `text` names; raises SchemaError with what is wrong with it."""
    for schema in library_schemas():
        if schema.name == text:
            return schema
    if text.lstrip().startswith("{"):
        return ExtractionSchema("inline", _("Inline schema"), _checked(text, _("The schema")))
    return load_schema_file(Path(text))


def load_schema_file(path: Path) -> ExtractionSchema:
    """The schema of a JSON file; raises SchemaError if it cannot be read or is no schema."""
    try:
        text = read_schema_file(path, _readable(path.name))
    except FileNotFoundError as error:
        names = ", ".join(schema.name for schema in library_schemas())
        raise SchemaError(
            _("There is no schema named {name} and no such file.").format(
                name=_readable(str(path))
            ),
            _("The library has: {names}.").format(names=names),
        ) from error
    definition = _checked(text, _readable(path.name))
    return ExtractionSchema(path.stem, str(definition.get("title") or path.stem), definition)


def _checked(text: str, name: str) -> dict[str, Any]:
    """The text as a JSON Schema of an object."""
    definition = parse_schema(text, name)
    if not isinstance(definition, dict):
        raise SchemaError(
            _("{name} is no JSON object.").format(name=name),
            _('A schema looks like {"type": "object", "properties": ...}.'),
        )
    if not isinstance(definition.get("$schema", ""), str):
        raise _broken(name, _("the dialect is not a text"), "$.$schema")
    try:
        validator_for(definition, default=Draft202012Validator).check_schema(definition)
    except BrokenSchemaError as error:
        raise _broken(name, error.message, error.json_path) from error
    except RecursionError as error:
        raise too_deep(name) from error
    return definition


def _broken(name: str, reason: str, place: str) -> SchemaError:
    return SchemaError(
        _("{name} is no valid JSON Schema: {reason} at {place}.").format(
            name=name,
            reason=_shortened(reason, _LONGEST_REASON),
            place=_shortened(place, _LONGEST_REASON),
        ),
        _("Mend the schema at that place."),
    )


def _readable(name: str) -> str:
    """A name fit to be printed: it may be a whole text, or hold control codes."""
    shown = name if name.isprintable() else ascii(name)[1:-1]
    return _shortened(shown, _LONGEST_NAME)


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"

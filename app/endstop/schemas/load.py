"""A schema from what a user gives: a library name, a file, or the JSON text itself."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError as BrokenSchemaError
from jsonschema.validators import validator_for

from endstop.errors import SchemaError
from endstop.schemas.library import library_schemas
from endstop.schemas.schema import ExtractionSchema
from endstop.translation import _


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
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        names = ", ".join(schema.name for schema in library_schemas())
        raise SchemaError(
            _("There is no schema named {name} and no such file.").format(name=path),
            _("The library has: {names}.").format(names=names),
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SchemaError(
            _("{file} cannot be read: {reason}.").format(file=path, reason=error),
            _("Give a JSON Schema file."),
        ) from error
    definition = _checked(text, path.name)
    return ExtractionSchema(path.stem, str(definition.get("title") or path.stem), definition)


def _checked(text: str, name: str) -> dict[str, Any]:
    """The text as a JSON Schema of an object."""
    try:
        definition = json.loads(text)
        if not isinstance(definition, dict):
            raise SchemaError(
                _("{name} is no JSON object.").format(name=name),
                _('A schema looks like {"type": "object", "properties": ...}.'),
            )
        validator_for(definition, default=Draft202012Validator).check_schema(definition)
    except json.JSONDecodeError as error:
        raise SchemaError(
            _("{name} is not valid JSON: {reason}.").format(name=name, reason=error),
            _("Mend the text at that place."),
        ) from error
    except BrokenSchemaError as error:
        raise SchemaError(
            _("{name} is no valid JSON Schema: {reason} at {place}.").format(
                name=name, reason=error.message, place=error.json_path
            ),
            _("Mend the schema at that place."),
        ) from error
    except RecursionError as error:
        raise SchemaError(
            _("{name} is nested too deeply.").format(name=name), _("Flatten the schema.")
        ) from error
    return definition

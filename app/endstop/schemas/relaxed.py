"""The form of a schema that answers are held to: null allowed, nothing unbounded, no field dropped.

lift's rule (lift-pdf 0.1.2, `lift/model/vllm.py`): each property that is a plain leaf may be
null, because a field that is not in the document is null. Beyond it, an object may hold no key
that the schema does not name unless the schema says so, and every property is written, so that
an absent value is an explicit null. A property that holds a reference stays optional, else a
schema that refers to itself would have no finite answer.
"""

import copy
from typing import Any

LEAF_TYPES = ("string", "number", "integer", "boolean")
LONGEST_STRING = 4_000
LONGEST_ARRAY = 1_000


def relaxed(definition: dict[str, Any]) -> dict[str, Any]:
    """A copy of the schema whose answers are complete and may be null; the validator's form."""
    return _transformed(definition, bounded=False)


def bounded(definition: dict[str, Any]) -> dict[str, Any]:
    """The relaxed schema with strings of at most 4,000 characters and arrays of 1,000 items.

    The grammar's form: without a bound a model can write one string for ever.
    """
    return _transformed(definition, bounded=True)


def _transformed(definition: dict[str, Any], *, bounded: bool) -> dict[str, Any]:
    schema = copy.deepcopy(definition)
    _visit(schema, bounded=bounded)
    return schema


def _visit(node: Any, *, bounded: bool) -> None:
    """Change every subschema in place; keywords that hold data (enum, const...) are left."""
    if isinstance(node, list):
        for item in node:
            _visit(item, bounded=bounded)
    if not isinstance(node, dict):
        return
    properties = node.get("properties")
    if isinstance(properties, dict):
        _close_object(node, properties)
        for subschema in properties.values():
            _visit(subschema, bounded=bounded)
    if bounded:
        _bound(node)
    for keyword in ("items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"):
        _visit(node.get(keyword), bounded=bounded)
    for keyword in ("$defs", "definitions"):
        subschemas = node.get(keyword)  # not in every dialect these are subschemas
        for subschema in subschemas.values() if isinstance(subschemas, dict) else ():
            _visit(subschema, bounded=bounded)


def _close_object(node: dict[str, Any], properties: dict[str, Any]) -> None:
    for subschema in properties.values():
        if isinstance(subschema, dict):
            _allow_null(subschema)
    if "patternProperties" not in node:
        node.setdefault("additionalProperties", False)
    written = [name for name, subschema in properties.items() if not _refers(subschema)]
    required = node.get("required")
    required = required if isinstance(required, list) else []  # draft 3 has true there
    node["required"] = [name for name in properties if name in written or name in required]


def _allow_null(leaf: dict[str, Any]) -> None:
    """Let a plain leaf, also one with an enumeration, be null; a constant stays what it is."""
    if leaf.get("type") not in LEAF_TYPES or "const" in leaf:
        return
    leaf["type"] = [leaf["type"], "null"]
    if isinstance(leaf.get("enum"), list) and None not in leaf["enum"]:
        leaf["enum"] = [*leaf["enum"], None]


def _refers(node: Any) -> bool:
    """Whether the subschema holds a reference anywhere."""
    if isinstance(node, dict):
        return "$ref" in node or any(_refers(value) for value in node.values())
    return isinstance(node, list) and any(_refers(value) for value in node)


def _bound(node: dict[str, Any]) -> None:
    types = node.get("type")
    types = types if isinstance(types, list) else [types]
    fixed = any(keyword in node for keyword in ("enum", "const", "pattern", "format"))
    if "string" in types and not fixed:
        node.setdefault("maxLength", max(LONGEST_STRING, node.get("minLength") or 0))
    if "array" in types:
        node.setdefault("maxItems", max(LONGEST_ARRAY, node.get("minItems") or 0))

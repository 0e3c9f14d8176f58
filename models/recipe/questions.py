"""Schemas to ask for, and the exact answers: compact JSON with the values as printed.

Absent scalar fields are answered with null, absent items with an empty list. Keys are those of
words.py, in any order.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recipe.templates.drawing import FieldPath
from recipe.tokenizer import TURN_END, prompt_ids, token_ids
from recipe.words import ITEM_KEYS, NUMBER_KEYS, Slip

Schema = dict[str, Any]
Piece = tuple[str, FieldPath | None]
ANSWER_ORDER = ("vendor", "invoice_number", "date", "customer", "currency", "items", "tax", "total")
DESCRIPTIONS = {
    "vendor": ("Seller name", "Vendor"),
    "invoice_number": ("Invoice identifier", "Invoice number"),
    "date": ("Date the invoice was issued", "Invoice date"),
    "customer": ("Buyer", "Customer name"),
    "currency": ("Currency code",),
    "tax": ("Tax amount",),
    "total": ("Total amount due", "Grand total"),
}
NOWHERE = (-1, -1)


def scalar_schema(key: str) -> Schema:
    """Return the schema of one key as the demo's library schema has it."""
    return {"type": "number" if key in NUMBER_KEYS else "string"}


def items_schema(keys: tuple[str, ...] = ITEM_KEYS) -> Schema:
    """Return the schema of the list of items."""
    properties = {key: scalar_schema(key) for key in keys}
    return {"type": "array", "items": {"type": "object", "properties": properties}}


def slip_schema() -> Schema:
    """Return the schema with every key, equal to the app's library schema ``slip``."""
    properties = {k: items_schema() if k == "items" else scalar_schema(k) for k in ANSWER_ORDER}
    return {"type": "object", "properties": properties}


def random_schema(random_source: random.Random, slip: Slip) -> Schema:
    """Return a schema for most or some of the slip's keys, often with one that is absent."""
    present = [k for k in ANSWER_ORDER if k in slip.fields or (k == "items" and slip.items)]
    absent = [k for k in ANSWER_ORDER if k not in present]
    keys = list(present)
    if random_source.random() > 0.7:
        keys = random_source.sample(present, random_source.randint(1, len(present)))
    if absent and random_source.random() < 0.5:
        keys.append(random_source.choice(absent))
    if random_source.random() < 0.5:
        keys.sort(key=ANSWER_ORDER.index)
    else:
        random_source.shuffle(keys)
    described = random_source.random() < 0.1
    properties = {
        key: random_items_schema(random_source)
        if key == "items"
        else random_scalar_schema(random_source, key, described)
        for key in keys
    }
    schema: Schema = {"type": "object", "properties": properties}
    if random_source.random() < 0.4:
        some = random_source.random() < 0.5
        count = random_source.randint(1, len(keys)) if some else len(keys)
        schema["required"] = random_source.sample(keys, count) if some else list(keys)
    return schema


def random_scalar_schema(random_source: random.Random, key: str, described: bool) -> Schema:
    """Return the schema of a scalar, with a description if asked for."""
    schema = scalar_schema(key)
    if described:
        schema["description"] = random_source.choice(DESCRIPTIONS[key])
    return schema


def random_items_schema(random_source: random.Random) -> Schema:
    """Return the schema of items with one to three keys, sometimes with integer quantities."""
    keys: tuple[str, ...] = ITEM_KEYS
    if random_source.random() < 0.25:
        chosen = random_source.sample(ITEM_KEYS, random_source.choice((1, 2)))
        keys = tuple(key for key in ITEM_KEYS if key in chosen)
    schema = items_schema(keys)
    if "quantity" in keys and random_source.random() < 0.3:
        schema["items"]["properties"]["quantity"] = {"type": "integer"}
    return schema


def answer_pieces(schema: Schema, slip: Slip) -> list[Piece]:
    """Return the answer cut into structure (no field) and printed values (with their field)."""
    pieces: list[Piece] = [("{", None)]
    for number, (key, declared) in enumerate(schema["properties"].items()):
        pieces.append(("," if number else "", None))
        if key == "items":
            pieces += items_pieces(tuple(declared["items"]["properties"]), slip)
        elif key in slip.fields:
            pieces += value_pieces(key, slip.fields[key], (key,))
        else:
            pieces.append((f'"{key}":null', None))
    return [*pieces, ("}", None)]


def items_pieces(keys: tuple[str, ...], slip: Slip) -> list[Piece]:
    """Return the pieces of the list of items."""
    pieces: list[Piece] = [('"items":[', None)]
    for index, item in enumerate(slip.items):
        pieces.append((",{" if index else "{", None))
        for number, key in enumerate(keys):
            pieces.append(("," if number else "", None))
            pieces += value_pieces(key, item.value(key), ("items", index, key))
        pieces.append(("}", None))
    return [*pieces, ("]", None)]


def value_pieces(key: str, text: str, field: FieldPath) -> list[Piece]:
    """Return key, value and quotation marks; values hold nothing that JSON must escape."""
    mark = "" if key in NUMBER_KEYS else '"'
    return [(f'"{key}":{mark}', None), (text, field), (mark, None)]


def answer_text(schema: Schema, slip: Slip) -> str:
    """Return the compact JSON that the network shall write."""
    return "".join(text for text, _ in answer_pieces(schema, slip))


def encoded_answer(
    schema: Schema, slip: Slip, centres: dict[FieldPath, NDArray[np.int16]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the answer's ids up to the turn's end, and where each token's character is.

    Tokens of structure are nowhere: ``(-1, -1)``. Each character of a value is one token.
    """
    ids: list[int] = []
    places: list[tuple[int, int]] = []
    structure = ""
    for text, field in answer_pieces(schema, slip):
        if field is None:
            structure += text
            continue
        between = token_ids(structure)
        structure = ""
        ids += between + token_ids(text)
        places += [NOWHERE] * len(between)
        places += [(x, y) for x, y in centres[field].tolist()]
    end = token_ids(structure + TURN_END)
    return ids + end, places + [NOWHERE] * len(end)


def encoded_prompt(schema: Schema) -> list[int]:
    """Return the ids between the image and the answer."""
    return list(_prompt_ids(json.dumps(schema)))


@cache
def _prompt_ids(schema_text: str) -> tuple[int, ...]:
    return tuple(prompt_ids(json.loads(schema_text)))

"""Answers are compact JSON of what is printed, and fit the library schema."""

import json
from pathlib import Path

import jsonschema
import numpy as np
from recipe.pages import Split, page_source
from recipe.questions import (
    NOWHERE,
    answer_pieces,
    answer_text,
    encoded_answer,
    random_schema,
    slip_schema,
)
from recipe.tokenizer import TURN_END, decoded
from recipe.words import Item, Slip, random_slip

LIBRARY = Path(__file__).parents[3] / "resources" / "schemas" / "slip.json"
SLIP = Slip({"vendor": "Blue Mill", "total": "9.50"}, (Item("Rope", "2", "4.75"),))


def test_the_library_schema_is_the_trained_one() -> None:
    library = LIBRARY.read_text(encoding="utf-8")
    assert json.dumps(json.loads(library)) == json.dumps(slip_schema())


def test_absent_fields_are_null_and_amounts_are_as_printed() -> None:
    assert answer_text(slip_schema(), SLIP) == (
        '{"vendor":"Blue Mill","invoice_number":null,"date":null,"customer":null,"currency":null,'
        '"items":[{"description":"Rope","quantity":2,"amount":4.75}],"tax":null,"total":9.50}'
    )


def test_present_values_fit_the_schema() -> None:
    for index in range(100):
        slip = random_slip(page_source(Split.HELD_OUT, "fixed", index))
        value = json.loads(answer_text(slip_schema(), slip))
        present = {key: part for key, part in value.items() if part is not None}
        jsonschema.validate(present, slip_schema())


def test_any_schema_is_answered_with_its_keys_in_order() -> None:
    for index in range(100):
        source = page_source(Split.HELD_OUT, "varied", index)
        slip = random_slip(source)
        schema = random_schema(source, slip)
        assert list(json.loads(answer_text(schema, slip))) == list(schema["properties"])


def test_each_character_of_a_value_has_its_place() -> None:
    centres = {
        field: np.full((len(text), 2), 5, np.int16)
        for text, field in answer_pieces(slip_schema(), SLIP)
        if field is not None
    }
    ids, places = encoded_answer(slip_schema(), SLIP, centres)
    assert decoded(ids) == answer_text(slip_schema(), SLIP) + TURN_END
    assert len(ids) == len(places)
    printed = sum(len(places) for places in centres.values())
    assert sum(place != NOWHERE for place in places) == printed

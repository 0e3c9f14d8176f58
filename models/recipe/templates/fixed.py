"""The fixed template: Liberation Sans, labels left, values in one column, items in a table."""

from __future__ import annotations

import random

from recipe.templates.drawing import PAGE_WIDTH, Drawing, Face, PlacedText, Typesetter
from recipe.words import Item, Slip

LABELS = {
    "invoice_number": "Invoice No",
    "date": "Date",
    "customer": "Bill To",
    "currency": "Currency",
    "tax": "Tax",
    "total": "Total",
}
LEFT = 12.0
VALUE_COLUMN = 104.0
DESCRIPTION_RIGHT = 132.0
QUANTITY_RIGHT = 160.0
AMOUNT_RIGHT = 244.0
SIZE = 16.0
VENDOR_SIZE = 19.0
PITCH = 25.0
REGULAR = Face.LIBERATION_SANS
BOLD = Face.LIBERATION_SANS_BOLD


def fixed_drawing(random_source: random.Random, slip: Slip, typesetter: Typesetter) -> Drawing:
    """Return the slip drawn on the fixed template; the random source is not used."""
    del random_source
    texts: list[PlacedText] = []
    if "vendor" in slip.fields:
        vendor = slip.fields["vendor"]
        size = typesetter.fitting_size(vendor, BOLD, VENDOR_SIZE, PAGE_WIDTH - 6 - LEFT)
        texts.append(PlacedText(LEFT, 26.0, vendor, BOLD, size, ("vendor",)))
    first_rule = 35.0
    baseline = first_rule + PITCH - 3
    for key in ("invoice_number", "date", "customer", "currency"):
        if key in slip.fields:
            texts += labelled_value(typesetter, slip, key, baseline, REGULAR)
            baseline += PITCH
    if slip.items:
        baseline += 5
        texts += table_head(typesetter, baseline)
        baseline += PITCH
        for index, item in enumerate(slip.items):
            texts += item_line(typesetter, item, index, baseline)
            baseline += PITCH
    second_rule = baseline - 12
    baseline += 8
    for key in ("tax", "total"):
        if key in slip.fields:
            texts += labelled_value(
                typesetter, slip, key, baseline, BOLD if key == "total" else REGULAR
            )
            baseline += PITCH
    return Drawing(tuple(texts), (first_rule, second_rule))


def labelled_value(
    typesetter: Typesetter, slip: Slip, key: str, baseline: float, face: Face
) -> list[PlacedText]:
    """Return the label at the left and the value in its column."""
    value = slip.fields[key]
    size = typesetter.fitting_size(value, face, SIZE, PAGE_WIDTH - 4 - VALUE_COLUMN)
    return [
        PlacedText(LEFT, baseline, LABELS[key], REGULAR, SIZE),
        PlacedText(VALUE_COLUMN, baseline, value, face, size, (key,)),
    ]


def table_head(typesetter: Typesetter, baseline: float) -> list[PlacedText]:
    """Return the three column heads."""
    quantity_left = QUANTITY_RIGHT - typesetter.width("Qty", BOLD, SIZE)
    amount_left = AMOUNT_RIGHT - typesetter.width("Amount", BOLD, SIZE)
    return [
        PlacedText(LEFT, baseline, "Item", BOLD, SIZE),
        PlacedText(quantity_left, baseline, "Qty", BOLD, SIZE),
        PlacedText(amount_left, baseline, "Amount", BOLD, SIZE),
    ]


def item_line(typesetter: Typesetter, item: Item, index: int, baseline: float) -> list[PlacedText]:
    """Return one item's three cells."""
    size = typesetter.fitting_size(item.description, REGULAR, SIZE, DESCRIPTION_RIGHT - LEFT)
    quantity_left = QUANTITY_RIGHT - typesetter.width(item.quantity, REGULAR, SIZE)
    amount_left = AMOUNT_RIGHT - typesetter.width(item.amount, REGULAR, SIZE)
    cells = (
        ("description", LEFT, item.description, size),
        ("quantity", quantity_left, item.quantity, SIZE),
        ("amount", amount_left, item.amount, SIZE),
    )
    return [
        PlacedText(left, baseline, text, REGULAR, cell_size, ("items", index, key))
        for key, left, text, cell_size in cells
    ]

"""The ledger template: DejaVu Sans Condensed, centred vendor, items first, values flush right."""

from __future__ import annotations

import random

from recipe.templates.drawing import PAGE_WIDTH, Drawing, Face, PlacedText, Typesetter
from recipe.words import Item, Slip

LABELS = {
    "invoice_number": "Number:",
    "date": "Issued:",
    "customer": "Client:",
    "currency": "Currency:",
    "tax": "VAT",
    "total": "Amount Due",
}
LEFT = 14.0
RIGHT = 242.0
DESCRIPTION_LEFT = 44.0
DESCRIPTION_RIGHT = 166.0
SIZE = 15.0
VENDOR_SIZE = 18.0
PITCH = 25.0
REGULAR = Face.DEJAVU_CONDENSED
BOLD = Face.DEJAVU_CONDENSED_BOLD


def ledger_drawing(random_source: random.Random, slip: Slip, typesetter: Typesetter) -> Drawing:
    """Return the slip drawn on the ledger template; the random source is not used."""
    del random_source
    texts: list[PlacedText] = []
    if "vendor" in slip.fields:
        vendor = slip.fields["vendor"]
        size = typesetter.fitting_size(vendor, BOLD, VENDOR_SIZE, PAGE_WIDTH - 16)
        left = (PAGE_WIDTH - typesetter.width(vendor, BOLD, size)) / 2
        texts.append(PlacedText(left, 28.0, vendor, BOLD, size, ("vendor",)))
    baseline = 58.0
    for index, item in enumerate(slip.items):
        texts += item_line(typesetter, item, index, baseline)
        baseline += PITCH
    if slip.items:
        baseline += 4
    first_rule = baseline - 16
    baseline += 6
    for key in ("tax", "total"):
        if key in slip.fields:
            face = BOLD if key == "total" else REGULAR
            texts += labelled_value(typesetter, slip, key, baseline, face)
            baseline += PITCH
    second_rule = baseline - 14
    baseline += 8
    for key in ("invoice_number", "date", "customer", "currency"):
        if key in slip.fields:
            texts += labelled_value(typesetter, slip, key, baseline, REGULAR)
            baseline += PITCH
    return Drawing(tuple(texts), (first_rule, second_rule))


def labelled_value(
    typesetter: Typesetter, slip: Slip, key: str, baseline: float, face: Face
) -> list[PlacedText]:
    """Return the label at the left and the value flush right."""
    label, value = LABELS[key], slip.fields[key]
    room = RIGHT - LEFT - 8 - typesetter.width(label, face, SIZE)
    size = typesetter.fitting_size(value, face, SIZE, room)
    left = RIGHT - typesetter.width(value, face, size)
    return [
        PlacedText(LEFT, baseline, label, face, SIZE),
        PlacedText(left, baseline, value, face, size, (key,)),
    ]


def item_line(typesetter: Typesetter, item: Item, index: int, baseline: float) -> list[PlacedText]:
    """Return one item's three cells: quantity, description, amount."""
    room = DESCRIPTION_RIGHT - DESCRIPTION_LEFT
    size = typesetter.fitting_size(item.description, REGULAR, SIZE, room)
    amount_left = RIGHT - typesetter.width(item.amount, REGULAR, SIZE)
    cells = (
        ("quantity", LEFT, item.quantity, SIZE),
        ("description", DESCRIPTION_LEFT, item.description, size),
        ("amount", amount_left, item.amount, SIZE),
    )
    return [
        PlacedText(left, baseline, text, REGULAR, cell_size, ("items", index, key))
        for key, left, text, cell_size in cells
    ]

"""The varied template: two font families, random labels, order, sizes, positions and styles."""

from __future__ import annotations

import random
from dataclasses import dataclass

from recipe.templates.drawing import (
    PAGE_HEIGHT,
    PAGE_WIDTH,
    Drawing,
    Face,
    FieldPath,
    PlacedText,
    Typesetter,
)
from recipe.words import Item, Slip

LABELS = {
    "vendor": ("From", "Vendor", "Seller", "Supplier"),
    "invoice_number": ("Invoice No", "Invoice #", "Inv No", "Invoice", "Number"),
    "date": ("Date", "Invoice Date", "Issued"),
    "customer": ("Bill To", "Customer", "Client", "Sold To"),
    "currency": ("Currency",),
    "tax": ("Tax", "VAT", "GST"),
    "total": ("Total", "Total Due", "Amount Due", "Grand Total"),
}
TITLES = ("INVOICE", "Invoice", "RECEIPT", "Receipt", "BILL")
TABLE_HEADS = (
    ("Item", "Qty", "Amount"),
    ("Item", "Qty", "Amount"),
    ("Description", "Qty", "Price"),
)
FAMILIES = (
    (Face.LIBERATION_SANS, Face.LIBERATION_SANS_BOLD, 1.0),
    (Face.LIBERATION_SANS, Face.LIBERATION_SANS_BOLD, 1.0),
    (Face.DEJAVU_CONDENSED, Face.DEJAVU_CONDENSED_BOLD, 0.95),
)
"""Regular face, bold face and the factor that makes the families equally large."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A text of one line before the line has a height on the page."""

    left: float
    text: str
    face: Face
    size: float
    field: FieldPath | None = None


Line = list[Piece]


class Style:
    """The choices that hold for a whole page."""

    def __init__(self, random_source: random.Random, typesetter: Typesetter) -> None:
        self.random = random_source
        self.typesetter = typesetter
        self.regular, self.bold, factor = random_source.choice(FAMILIES)
        self.size = random_source.uniform(14.0, 17.0) * factor
        self.label_face = self.bold if random_source.random() < 0.3 else self.regular
        self.value_face = self.bold if random_source.random() < 0.15 else self.regular
        self.left = random_source.uniform(8, 20)
        self.right = PAGE_WIDTH - random_source.uniform(8, 20)
        self.colon = ":" if random_source.random() < 0.75 else ""
        self.placement = random_source.choice(("inline", "inline", "column", "right"))

    def labelled_value(
        self, slip: Slip, key: str, placement: str | None = None, label_face: Face | None = None
    ) -> Line:
        """Return label and value: side by side, in a column, or flush right, whichever fits."""
        label = self.random.choice(LABELS[key]) + self.colon
        value, face = slip.fields[key], label_face or self.label_face
        placement = placement or self.placement
        label_width = self.typesetter.width(label, face, self.size)
        value_width = self.typesetter.width(value, self.value_face, self.size)
        column = self.left + max(100.0, label_width + 8)
        left: float | None = None
        if placement == "column" and column + value_width < PAGE_WIDTH - 4:
            left = column
        if placement == "right" and self.left + label_width + 8 + value_width < self.right:
            left = self.right - value_width
        size = self.size
        if left is None:
            room = PAGE_WIDTH - 3 - self.left
            size = self.typesetter.fitting_size(f"{label} {value}", face, size, room, 11)
            left = self.left + self.typesetter.width(f"{label} ", face, size) + 1
        return [
            Piece(self.left, label, face, size),
            Piece(left, value, self.value_face, size, (key,)),
        ]


def varied_drawing(random_source: random.Random, slip: Slip, typesetter: Typesetter) -> Drawing:
    """Return the slip drawn in a random style."""
    style = Style(random_source, typesetter)
    heading = heading_lines(style, slip)
    keys = [k for k in ("invoice_number", "date", "customer", "currency") if k in slip.fields]
    details = [style.labelled_value(slip, k) for k in random_source.sample(keys, len(keys))]
    items = item_lines(style, slip.items)
    placement = random_source.choice((style.placement, "right"))
    amounts = []
    for key in ("tax", "total"):
        if key in slip.fields:
            bold = style.bold if key == "total" and random_source.random() < 0.5 else None
            amounts.append(style.labelled_value(slip, key, placement, bold))
    groups = [group for group in (heading, details, items, amounts) if group]
    return spread(style, groups)


def heading_lines(style: Style, slip: Slip) -> list[Line]:
    """Return the vendor's line and, on half of the pages, a title above or below it."""
    lines: list[Line] = []
    random_source, typesetter = style.random, style.typesetter
    if "vendor" in slip.fields:
        if random_source.random() < 0.7:
            vendor = slip.fields["vendor"]
            face = style.bold if random_source.random() < 0.6 else style.regular
            size = style.size * random_source.uniform(1.0, 1.25)
            size = typesetter.fitting_size(vendor, face, size, PAGE_WIDTH - 16)
            spare = PAGE_WIDTH - typesetter.width(vendor, face, size)
            left = random_source.choice((style.left, spare / 2, spare / 2, spare - 8))
            lines.append([Piece(left, vendor, face, size, ("vendor",))])
        else:
            lines.append(style.labelled_value(slip, "vendor"))
    if random_source.random() < 0.5:
        title = random_source.choice(TITLES)
        size = style.size * random_source.uniform(1.0, 1.25)
        spare = PAGE_WIDTH - typesetter.width(title, style.bold, size)
        left = random_source.choice((style.left, spare / 2, spare - 8))
        position = random_source.choice((0, len(lines)))
        lines.insert(position, [Piece(left, title, style.bold, size)])
    return lines


def item_lines(style: Style, items: tuple[Item, ...]) -> list[Line]:
    """Return the table of items, with column heads on about half of the pages."""
    if not items:
        return []
    random_source, width = style.random, style.typesetter.width
    size = style.size * random_source.uniform(0.9, 1.0)
    column = random_source.uniform(138, 156)
    flush_right = random_source.random() < 0.5

    def quantity_left(text: str, face: Face) -> float:
        return column + 8 - width(text, face, size) if flush_right else column

    lines: list[Line] = []
    heads = random_source.choice(TABLE_HEADS)
    fits = width(heads[0], style.bold, size) + style.left < column - 8
    if random_source.random() < 0.6 and fits:
        lefts = (
            style.left,
            quantity_left(heads[1], style.bold),
            style.right - width(heads[2], style.bold, size),
        )
        lines.append(
            [Piece(left, head, style.bold, size) for left, head in zip(lefts, heads, strict=True)]
        )
    face = style.value_face
    room = column - (18 if flush_right else 6) - style.left
    for index, item in enumerate(items):
        smaller = style.typesetter.fitting_size(item.description, face, size, room, 10.5)
        amount_left = style.right - width(item.amount, face, size)
        cells = (
            ("description", style.left, smaller),
            ("quantity", quantity_left(item.quantity, face), size),
            ("amount", amount_left, size),
        )
        lines.append(
            [
                Piece(left, item.value(key), face, cell_size, ("items", index, key))
                for key, left, cell_size in cells
            ]
        )
    return lines


def spread(style: Style, groups: list[list[Line]]) -> Drawing:
    """Return the groups of lines set down the page, now and then with a rule between two groups."""
    random_source = style.random
    count = sum(len(group) for group in groups)
    pitch = random_source.uniform(style.size * 1.35, style.size * 1.9)
    gap = random_source.uniform(0, pitch * 0.7)
    height = count * pitch + gap * (len(groups) - 1)
    if height > PAGE_HEIGHT - 10:
        shrink = (PAGE_HEIGHT - 10) / height
        pitch, gap, height = pitch * shrink, gap * shrink, PAGE_HEIGHT - 10
    top = min(random_source.uniform(6, 30), PAGE_HEIGHT - 4 - height)
    texts: list[PlacedText] = []
    rules: list[float] = []
    for number, group in enumerate(groups):
        if number and random_source.random() < 0.25:
            rules.append(top - gap / 2 - 2)
        for line in group:
            baseline = top + 0.92 * max(piece.size for piece in line)
            texts += [PlacedText(p.left, baseline, p.text, p.face, p.size, p.field) for p in line]
            top += pitch
        top += gap
    return Drawing(tuple(texts), tuple(rules))

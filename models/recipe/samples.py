"""Make the app's sample documents: ``python -m recipe.samples MODEL SAMPLES SCHEMA``.

MODEL is a model folder, SAMPLES the folder to fill, SCHEMA the file of the library schema ``slip``.
Each sample is drawn from a stream of its own, with sums that add up, and kept if the model reads it
exactly on the app's way from a document to an answer. So the samples show what the model can do;
evaluate.py says how often it does.
"""

from __future__ import annotations

import argparse
import io
import json
import random
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from recipe.documents import PageSize, pdf_bytes
from recipe.full_path import Reader, rendered
from recipe.pages import Split, page_source
from recipe.questions import answer_text
from recipe.words import (
    CURRENCIES,
    FIRST_COMPANY_WORDS,
    FIRST_NAMES,
    GOODS,
    LAST_NAMES,
    LEGAL_FORMS,
    SECOND_COMPANY_WORDS,
    Item,
    Slip,
    invoice_number,
    printed_date,
)

TAX_PERCENT = (5, 7, 8, 10, 19, 20)
SCHEMA_NAME = "slip"
MOST_TRIES = 30


@dataclass(frozen=True, slots=True)
class Wanted:
    """One sample: template, page size, file type and the number of items."""

    template: str
    size: PageSize
    suffix: str
    items: int


WANTED = (
    Wanted("fixed", PageSize.A6, "pdf", 2),
    Wanted("fixed", PageSize.A5, "pdf", 3),
    Wanted("fixed", PageSize.A4, "pdf", 1),
    Wanted("ledger", PageSize.A6, "pdf", 2),
    Wanted("ledger", PageSize.A5, "pdf", 3),
    Wanted("varied", PageSize.A6, "pdf", 2),
    Wanted("fixed", PageSize.A6, "png", 3),
    Wanted("ledger", PageSize.A6, "png", 1),
    Wanted("varied", PageSize.A6, "png", 2),
    Wanted("fixed", PageSize.A6, "png", 2),
)


def main() -> None:
    """Read the command line and fill the folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("schema", type=Path)
    options = parser.parse_args()
    schema = json.loads(options.schema.read_text(encoding="utf-8"))
    reader = Reader(options.model)
    listed = []
    for number, wanted in enumerate(WANTED, 1):
        name = f"slip-{number:02d}"
        document, expected = readable_document(reader, schema, wanted, name)
        file = options.samples / f"{name}.{wanted.suffix}"
        file.write_bytes(document)
        text = json.dumps(json.loads(expected), indent=2) + "\n"
        (options.samples / f"{name}.expected.json").write_text(text, encoding="utf-8")
        listed.append({"file": file.name, "schema": SCHEMA_NAME})
        print(f"{file.name}: {len(document)} bytes")
    text = json.dumps(listed, indent=2) + "\n"
    (options.samples / "samples.json").write_text(text, encoding="utf-8")


def readable_document(
    reader: Reader, schema: dict[str, object], wanted: Wanted, name: str
) -> tuple[bytes, str]:
    """Return the first document of the sample's stream that is read exactly, and its answer."""
    source = page_source(Split.SAMPLE, wanted.template, name)
    for _ in range(MOST_TRIES):
        slip = plausible_slip(source, wanted.items)
        pdf = pdf_bytes(source, wanted.template, slip, wanted.size)
        image = rendered(pdf)
        expected = answer_text(schema, slip)
        if reader.answer(image, schema) == (expected, True):
            return (pdf if wanted.suffix == "pdf" else png_bytes(image)), expected
    raise SystemExit(f"{name}: no {wanted.template} slip was read exactly in {MOST_TRIES} tries")


def plausible_slip(random_source: random.Random, item_count: int) -> Slip:
    """Return a slip of known words whose amounts, tax and total add up; one field in six is
    missing."""
    percent = random_source.choice(TAX_PERCENT)
    items, cents = [], 0
    for name in random_source.sample(GOODS, item_count):
        quantity = random_source.randint(1, 12)
        line = quantity * random_source.choice((95, 150, 225, 349, 480, 799, 1250, 1990))
        items.append(Item(name, str(quantity), f"{line // 100}.{line % 100:02d}"))
        cents += line
    tax = round(cents * percent / 100)
    vendor = (
        f"{random_source.choice(FIRST_COMPANY_WORDS)} {random_source.choice(SECOND_COMPANY_WORDS)}"
    )
    form = f"{vendor} {random_source.choice(LEGAL_FORMS)}"
    fields = {
        "vendor": form if len(form) <= 16 else vendor,
        "invoice_number": invoice_number(random_source),
        "date": printed_date(random_source),
        "customer": f"{random_source.choice(FIRST_NAMES)} {random_source.choice(LAST_NAMES)}",
        "currency": random_source.choice(CURRENCIES),
        "tax": f"{tax // 100}.{tax % 100:02d}",
        "total": f"{(cents + tax) // 100}.{(cents + tax) % 100:02d}",
    }
    if random_source.random() < 1 / 6:
        del fields[random_source.choice(("customer", "currency"))]
    return Slip(fields, tuple(items))


def png_bytes(image: Image.Image) -> bytes:
    """Return a grey PNG file."""
    target = io.BytesIO()
    image.convert("L").save(target, "PNG", optimize=True)
    return target.getvalue()


if __name__ == "__main__":
    main()

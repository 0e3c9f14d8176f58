"""The schemas that ship with Endstop."""

import json
from functools import cache
from typing import Any

from endstop.assets import resource
from endstop.schemas.schema import ExtractionSchema
from endstop.translation import _


@cache
def library_schemas() -> tuple[ExtractionSchema, ...]:
    """Every schema of the library, in the order in which a person should see them."""
    titles = {
        "slip": _("Slip (for the demo model)"),
        "invoice": _("Invoice"),
        "receipt": _("Receipt"),
        "bank_statement": _("Bank statement"),
        "contract": _("Contract"),
        "business_card": _("Business card"),
    }
    return tuple(ExtractionSchema(name, title, _definition(name)) for name, title in titles.items())


def _definition(name: str) -> dict[str, Any]:
    definition: dict[str, Any] = json.loads(
        resource(f"schemas/{name}.json").read_text(encoding="utf-8")
    )
    return definition

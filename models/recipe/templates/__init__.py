"""The page templates by name; each turns a slip into a drawing on a 256 x 352 page."""

from __future__ import annotations

import random
from collections.abc import Callable

from recipe.templates.drawing import Drawing, Typesetter
from recipe.templates.fixed import fixed_drawing
from recipe.templates.ledger import ledger_drawing
from recipe.templates.varied import varied_drawing
from recipe.words import Slip

Template = Callable[[random.Random, Slip, Typesetter], Drawing]

TEMPLATES: dict[str, Template] = {
    "fixed": fixed_drawing,
    "ledger": ledger_drawing,
    "varied": varied_drawing,
}

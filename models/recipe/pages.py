"""Pages as the model sees them, and where each printed character is on them.

A page is generated from a split's name, a template's name and an index. The three splits seed their
random sources with different words, so that training, held-out and sample pages come from disjoint
streams by construction.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from recipe.templates import TEMPLATES
from recipe.templates.drawing import (
    PAGE_HEIGHT,
    PAGE_WIDTH,
    Drawing,
    FieldPath,
    PlacedText,
    Typesetter,
)
from recipe.words import Slip, random_slip

CELL_WIDTH = 8
CELL_HEIGHT = 16
"""The character grid has one cell for each half of a 16 x 16 pixel patch."""
BLANK_CELL = 0
CROWDED_CELL = 255
"""The class of a cell that holds the centres of two characters; it is not trained."""
FIRST_CLASS_CHARACTER = 31
"""A cell's class is the character's code minus this: 1 for a space up to 95 for a tilde."""


class Split(StrEnum):
    """The disjoint streams of pages."""

    TRAINING = "training"
    HELD_OUT = "held-out"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its slip, its image ``[352, 256]`` of grey levels, and the places of its characters.

    ``cells`` is the character grid ``[22, 32]``; ``centres`` gives for each printed field
    ``[characters, 2]`` pixel positions (x, y).
    """

    slip: Slip
    image: NDArray[np.uint8]
    cells: NDArray[np.uint8]
    centres: dict[FieldPath, NDArray[np.int16]]


def page_source(split: Split, template: str, index: int | str) -> random.Random:
    """Return the random source of one page or of one worker's endless stream of pages."""
    return random.Random(f"{split}/{template}/{index}")


def random_page(random_source: random.Random, template: str) -> Page:
    """Return a fresh page of the template with random grey levels and sharpness."""
    slip = random_slip(random_source)
    scale = random_source.uniform(1.9, 2.8)
    if template == "varied" and random_source.random() < 0.3:
        scale = 1.0
    typesetter = Typesetter(scale)
    drawing = TEMPLATES[template](random_source, slip, typesetter)
    image = page_image(random_source, drawing, typesetter)
    located = [(placed, character_centres(placed, typesetter)) for placed in drawing.texts]
    centres = {placed.field: places for placed, places in located if placed.field is not None}
    return Page(slip, image, character_cells(located), centres)


def page_image(
    random_source: random.Random, drawing: Drawing, typesetter: Typesetter
) -> NDArray[np.uint8]:
    """Return the drawing as grey levels, drawn at the typesetter's scale and then reduced."""
    scale = typesetter.scale
    paper, ink = random_source.randint(238, 255), random_source.randint(0, 70)
    image = Image.new("L", (round(PAGE_WIDTH * scale), round(PAGE_HEIGHT * scale)), paper)
    draw = ImageDraw.Draw(image)
    for placed in drawing.texts:
        place = (placed.left * scale, placed.baseline * scale)
        font = typesetter.font(placed.face, placed.size)
        draw.text(place, placed.text, font=font, fill=ink, anchor="ls")
    for height in drawing.rules:
        grey = min(200, ink + random_source.randint(0, 120))
        line = (8 * scale, height * scale, (PAGE_WIDTH - 8) * scale, height * scale)
        draw.line(line, fill=grey, width=max(1, round(scale)))
    if scale != 1.0:
        filters = (Image.Resampling.BICUBIC, Image.Resampling.LANCZOS, Image.Resampling.BOX)
        image = image.resize(
            (PAGE_WIDTH, PAGE_HEIGHT), random_source.choice((filters[0], *filters))
        )
    return np.asarray(image)


def character_centres(placed: PlacedText, typesetter: Typesetter) -> NDArray[np.int16]:
    """Return the centre (x, y) of each character of a text, in pixels of the page."""
    centres = np.zeros((len(placed.text), 2), np.int16)
    left = placed.left
    for position, character in enumerate(placed.text):
        advance = typesetter.advance(character, placed.face, placed.size)
        centres[position] = (left + advance / 2, placed.baseline - 0.36 * placed.size)
        left += advance
    return centres


def character_cells(
    located: list[tuple[PlacedText, NDArray[np.int16]]],
) -> NDArray[np.uint8]:
    """Return the grid ``[22, 32]`` of character classes, one for each 8 x 16 pixel cell."""
    cells = np.zeros((PAGE_HEIGHT // CELL_HEIGHT, PAGE_WIDTH // CELL_WIDTH), np.uint8)
    for placed, centres in located:
        for character, (x, y) in zip(placed.text, centres.tolist(), strict=True):
            row, column = y // CELL_HEIGHT, x // CELL_WIDTH
            inside = 0 <= row < cells.shape[0] and 0 <= column < cells.shape[1]
            if character == " " or not inside:
                continue
            taken = cells[row, column] != BLANK_CELL
            cells[row, column] = CROWDED_CELL if taken else ord(character) - FIRST_CLASS_CHARACTER
    return cells

"""Slips as vector PDFs on A-series pages, the same drawings as the training pages."""

from __future__ import annotations

import io
import random
from enum import Enum

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from recipe.templates import TEMPLATES
from recipe.templates.drawing import PAGE_HEIGHT, PAGE_WIDTH, Face, Typesetter
from recipe.words import Slip

PRINT_SCALE = 2.7
"""Text is measured at the size a rendered page has, 2.7 pixels a unit."""


class PageSize(Enum):
    """Page sizes in points."""

    A6 = (297.64, 419.53)
    A5 = (419.53, 595.28)
    A4 = (595.28, 841.89)


def pdf_bytes(random_source: random.Random, template: str, slip: Slip, size: PageSize) -> bytes:
    """Return a PDF of one page.

    A-series pages are 2.8 % taller than the model's grid, so heights are stretched to fill the
    page; rendering and the processor's resize undo that.
    """
    width, height = size.value
    across, down = width / PAGE_WIDTH, height / PAGE_HEIGHT
    drawing = TEMPLATES[template](random_source, slip, Typesetter(PRINT_SCALE))
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=size.value, invariant=True)
    for placed in drawing.texts:
        canvas.setFont(registered(placed.face), placed.size * across)
        canvas.drawString(placed.left * across, height - placed.baseline * down, placed.text)
    canvas.setLineWidth(0.6)
    for rule in drawing.rules:
        canvas.line(8 * across, height - rule * down, width - 8 * across, height - rule * down)
    canvas.save()
    return target.getvalue()


def registered(face: Face) -> str:
    """Return the face's name in PDFs, registering its file first if need be."""
    if face.name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(face.name, str(face.path)))
    return str(face.name)

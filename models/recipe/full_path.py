"""The app's way from a PDF to an answer: pypdfium2, lift's scale rules, mlx-vlm.

lift renders at 96 dots an inch or more, so that the shorter side has 692 pixels, and then scales
the image to at most 1088 x 1408 pixels with both sides multiples of 28.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from PIL import Image

from recipe.tokenizer import prompt_text

LOWEST_DPI = 96.0
SHORTEST_SIDE = 692
MOST_PIXELS = 1088 * 1408
GRID = 28
POINTS_PER_INCH = 72.0
LONGEST_ANSWER = 300


def rendered(pdf: bytes) -> Image.Image:
    """Return the first page of a PDF as lift renders it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    shorter = min(page.get_width(), page.get_height())
    dpi = max(LOWEST_DPI, SHORTEST_SIDE / shorter * POINTS_PER_INCH)
    image: Image.Image = page.render(scale=dpi / POINTS_PER_INCH).to_pil().convert("RGB")
    page.close()
    document.close()
    return image


def fitted(image: Image.Image) -> Image.Image:
    """Return the image on the grid of 28 pixels, made smaller if it has too many pixels."""
    width, height = image.size
    scale = min(1.0, (MOST_PIXELS / (width * height)) ** 0.5)
    columns, rows = (max(1, round(side * scale / GRID)) for side in (width, height))
    while columns * rows * GRID**2 > MOST_PIXELS:
        columns, rows = (columns - 1, rows) if columns > rows else (columns, rows - 1)
    size = (columns * GRID, rows * GRID)
    return image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)


class Reader:
    """A model folder loaded by mlx-vlm; it never asks a hub."""

    def __init__(self, folder: Path) -> None:
        os.environ["HF_HUB_OFFLINE"] = "1"
        from mlx_vlm import load

        self.model, self.processor = load(str(folder))

    def answer(self, image: Image.Image, schema: dict[str, Any]) -> tuple[str, bool]:
        """Return the greedy answer to lift's prompt and whether it ended by itself."""
        from mlx_vlm import stream_generate
        from mlx_vlm.prompt_utils import apply_chat_template

        prompt = apply_chat_template(
            self.processor, self.model.config, prompt_text(schema), num_images=1
        )
        text, reason = "", None
        for part in stream_generate(
            self.model,
            self.processor,
            prompt,
            image=[fitted(image.convert("RGB"))],
            max_tokens=LONGEST_ANSWER,
            temperature=0.0,
        ):
            text += part.text
            reason = part.finish_reason
        return text, reason == "stop"

"""Evaluate on held-out pages: ``python -m recipe.evaluate MODEL --template fixed --count 200``.

MODEL is a checkpoint of train.py, read with torch from generated pixels; or a model folder, read by
mlx-vlm from vector PDFs that are rendered as the app renders documents. Held-out pages come from a
stream that training never uses.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from recipe.pages import Page, Split, page_source, random_page
from recipe.questions import answer_text, encoded_prompt, random_schema, slip_schema
from recipe.scoring import Score
from recipe.templates import TEMPLATES
from recipe.tokenizer import TURN_END, decoded
from recipe.words import random_slip

TOGETHER = 25


def main() -> None:
    """Read the command line, evaluate, and print the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path, help="checkpoint file or model folder")
    parser.add_argument("--template", choices=sorted(TEMPLATES), default="fixed")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--slip", action="store_true", help="ask for all keys instead of some")
    parser.add_argument("--wrong", type=int, default=3, help="wrong answers to print")
    options = parser.parse_args()
    score = Score()
    read = document_answers if options.model.is_dir() else checkpoint_answers
    for expected, answer, stopped in read(
        options.model, options.template, options.count, options.slip
    ):
        score.add(expected, answer, stopped)
    print(f"{options.template}: {score.summary()}")
    for expected, answer in score.wrong[: options.wrong]:
        print(f"  expected {expected}\n  answered {answer}")


def held_out(template: str, count: int, whole: bool) -> Iterator[tuple[Page, dict[str, Any]]]:
    """Yield held-out pages with the schema asked for."""
    for index in range(count):
        source = page_source(Split.HELD_OUT, template, index)
        page = random_page(source, template)
        yield page, slip_schema() if whole else random_schema(source, page.slip)


def checkpoint_answers(
    path: Path, template: str, count: int, whole: bool
) -> Iterator[tuple[str, str, bool]]:
    """Yield expected text, answer and whether it stopped, from a checkpoint by torch."""
    import torch

    from recipe.checkpoints import load_checkpoint
    from recipe.decode import answers
    from recipe.network import Network

    torch.set_num_threads(1)
    network = Network()
    load_checkpoint(path, network)
    network.eval()
    asked = list(held_out(template, count, whole))
    for start in range(0, count, TOGETHER):
        part = asked[start : start + TOGETHER]
        images = np.stack([page.image for page, _ in part]).astype(np.float32) / 127.5 - 1
        prompts = [encoded_prompt(schema) for _, schema in part]
        found = answers(network, torch.from_numpy(images), prompts)
        for (page, schema), ids in zip(part, found, strict=True):
            text = decoded(ids)
            yield (
                answer_text(schema, page.slip),
                text.removesuffix(TURN_END),
                text.endswith(TURN_END),
            )


def document_answers(
    folder: Path, template: str, count: int, whole: bool
) -> Iterator[tuple[str, str, bool]]:
    """Yield expected text, answer and whether it stopped, from vector PDFs through mlx-vlm."""
    from recipe.documents import PageSize, pdf_bytes
    from recipe.full_path import Reader, rendered

    reader = Reader(folder)
    for index in range(count):
        source = page_source(Split.HELD_OUT, f"{template} documents", index)
        slip = random_slip(source)
        schema = slip_schema() if whole else random_schema(source, slip)
        image = rendered(pdf_bytes(source, template, slip, PageSize.A6))
        answer, stopped = reader.answer(image, schema)
        yield answer_text(schema, slip), answer, stopped


if __name__ == "__main__":
    main()

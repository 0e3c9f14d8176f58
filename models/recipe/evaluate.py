"""Evaluate on held-out pages: ``python -m recipe.evaluate MODEL --template fixed --count 200``.

MODEL is a checkpoint of train.py, read with torch from generated pixels; or a model folder, read by
mlx-vlm from vector PDFs that are rendered as the app renders documents. Held-out pages come from a
stream that training never uses.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from recipe.pages import Split, page_source, random_page
from recipe.questions import answer_text, encoded_prompt, random_schema, slip_schema
from recipe.scoring import Score
from recipe.templates import TEMPLATES
from recipe.tokenizer import TURN_END, decoded
from recipe.words import Slip, has_only_known_words, random_slip

TOGETHER = 25


@dataclass(frozen=True, slots=True)
class Questions:
    """Which held-out pages to ask about, and whether to ask for all keys."""

    template: str
    first: int
    count: int
    whole: bool

    def schema(self, source: random.Random, slip: Slip) -> dict[str, Any]:
        """Return what to ask about one slip."""
        return slip_schema() if self.whole else random_schema(source, slip)

    def indices(self) -> range:
        """Return the pages' places in their stream."""
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one page says, what was expected and what was answered, and whether the turn ended."""

    slip: Slip
    expected: str
    answer: str
    stopped: bool


def main() -> None:
    """Read the command line, evaluate, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path, help="checkpoint file or model folder")
    parser.add_argument("--template", choices=sorted(TEMPLATES), default="fixed")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="index of the first page")
    parser.add_argument("--slip", action="store_true", help="ask for all keys instead of some")
    parser.add_argument("--wrong", type=int, default=3, help="wrong answers to print")
    options = parser.parse_args()
    questions = Questions(options.template, options.first, options.count, options.slip)
    read = document_outcomes if options.model.is_dir() else checkpoint_outcomes
    score, known = Score(), Score()
    for outcome in read(options.model, questions):
        score.add(outcome.expected, outcome.answer, outcome.stopped)
        if has_only_known_words(outcome.slip):
            known.add(outcome.expected, outcome.answer, outcome.stopped)
    print(f"{options.template}: {score.summary()}")
    print(f"of these without invented or cut words: {known.summary()}")
    for expected, answer in score.wrong[: options.wrong]:
        print(f"  expected {expected}\n  answered {answer}")


def checkpoint_outcomes(path: Path, questions: Questions) -> Iterator[Outcome]:
    """Yield what a checkpoint answers by torch about generated pixels."""
    import torch

    from recipe.checkpoints import load_checkpoint
    from recipe.decode import answers
    from recipe.network import Network

    torch.set_num_threads(1)
    network = Network()
    load_checkpoint(path, network)
    network.eval()
    asked = []
    for index in questions.indices():
        source = page_source(Split.HELD_OUT, questions.template, index)
        page = random_page(source, questions.template)
        asked.append((page, questions.schema(source, page.slip)))
    for start in range(0, len(asked), TOGETHER):
        part = asked[start : start + TOGETHER]
        images = np.stack([page.image for page, _ in part]).astype(np.float32) / 127.5 - 1
        prompts = [encoded_prompt(schema) for _, schema in part]
        found = answers(network, torch.from_numpy(images), prompts)
        for (page, schema), ids in zip(part, found, strict=True):
            text = decoded(ids)
            stopped = text.endswith(TURN_END)
            expected = answer_text(schema, page.slip)
            yield Outcome(page.slip, expected, text.removesuffix(TURN_END), stopped)


def document_outcomes(folder: Path, questions: Questions) -> Iterator[Outcome]:
    """Yield what a model folder answers by mlx-vlm about vector PDFs."""
    from recipe.documents import PageSize, pdf_bytes
    from recipe.full_path import Reader, rendered

    reader = Reader(folder)
    for index in questions.indices():
        source = page_source(Split.HELD_OUT, f"{questions.template} documents", index)
        slip = random_slip(source)
        schema = questions.schema(source, slip)
        image = rendered(pdf_bytes(source, questions.template, slip, PageSize.A6))
        answer, stopped = reader.answer(image, schema)
        yield Outcome(slip, answer_text(schema, slip), answer, stopped)


if __name__ == "__main__":
    main()

"""Endless batches of fresh pages with questions and answers, made by a process of its own.

Batches come in a fixed round of text lengths, the same for all workers, so that processes that
train together always do equally much work in a step.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing.queues import Queue
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recipe.pages import (
    CELL_HEIGHT,
    CELL_WIDTH,
    CROWDED_CELL,
    Page,
    Split,
    page_source,
    random_page,
)
from recipe.questions import encoded_answer, encoded_prompt, random_schema, slip_schema
from recipe.templates.drawing import PAGE_HEIGHT, PAGE_WIDTH
from recipe.tokenizer import END_OF_TEXT, IMAGE_PREFIX_IDS, TOKEN_IDS

IGNORED = -100
"""The label that torch's cross-entropy leaves out."""
TOKEN_SIDE = 32
"""A merged image token covers 32 x 32 pixels, that is 4 x 2 character cells."""
LENGTH_SHARES = {120: 8, 144: 7, 168: 8, 192: 11, 216: 6}
"""Text lengths and how often each comes in a round; longer texts are left out."""
SLIP_SCHEMA_SHARE = 0.4


class Batch(NamedTuple):
    """Arrays of one batch of ``B`` pages and text length ``T``.

    ``images`` ``[B, 352, 256]`` in -1 to 1; ``text`` ``[B, T]`` ids; ``labels`` ``[B, T]`` the next
    id where it belongs to the answer; ``cells`` ``[B, 352, 2]`` classes of the patches' cells in
    merge order; ``tokens`` ``[B, T]`` the place in the sequence of the image token that shows the
    next character; ``token_cells`` ``[B, T]`` which of its 8 cells.
    """

    images: NDArray[np.float32]
    text: NDArray[np.int64]
    labels: NDArray[np.int64]
    cells: NDArray[np.int64]
    tokens: NDArray[np.int64]
    token_cells: NDArray[np.int64]


class Example(NamedTuple):
    """One page with a question: ids of prompt and answer, and places of its characters."""

    page: Page
    prompt: list[int]
    answer: list[int]
    places: list[tuple[int, int]]


def length_round() -> list[int]:
    """Return the text lengths of one round in an order that is always the same."""
    lengths = [length for length, share in LENGTH_SHARES.items() for _ in range(share)]
    random.Random(1).shuffle(lengths)
    return lengths


def random_example(random_source: random.Random, shares: dict[str, float]) -> Example:
    """Return a fresh page of a template drawn by its share, and a question for it."""
    template = random_source.choices(list(shares), weights=list(shares.values()))[0]
    page = random_page(random_source, template)
    whole = random_source.random() < SLIP_SCHEMA_SHARE
    schema = slip_schema() if whole else random_schema(random_source, page.slip)
    answer, places = encoded_answer(schema, page.slip, page.centres)
    return Example(page, encoded_prompt(schema), answer, places)


def batches(worker: str, shares: dict[str, float], size: int) -> Iterator[Batch]:
    """Yield batches of training pages; the worker's name seeds its stream."""
    random_source = page_source(Split.TRAINING, json.dumps(shares), worker)
    waiting: dict[int, list[Example]] = defaultdict(list)
    while True:
        for length in length_round():
            while len(waiting[length]) < size:
                example = random_example(random_source, shares)
                needed = len(example.prompt) + len(example.answer)
                fitting = [limit for limit in LENGTH_SHARES if needed <= limit]
                if fitting and len(waiting[min(fitting)]) < 4 * size:
                    waiting[min(fitting)].append(example)
            yield packed(random_source, waiting[length][:size], length)
            del waiting[length][:size]


def packed(random_source: random.Random, examples: list[Example], length: int) -> Batch:
    """Return the examples as arrays; some batches move one cell sideways, some get noise."""
    size = len(examples)
    images = np.stack([example.page.image for example in examples]).astype(np.float32) / 127.5 - 1
    cells = np.stack([example.page.cells for example in examples]).astype(np.int64)
    cells[cells == CROWDED_CELL] = IGNORED
    shift = random_source.choice((-1, 1)) if random_source.random() < 0.15 else 0
    images, cells = np.roll(images, CELL_WIDTH * shift, 2), np.roll(cells, shift, 2)
    if random_source.random() < 0.25:
        noise = np.random.default_rng(random_source.getrandbits(32))
        strength = random_source.uniform(0, 0.08)
        images = images + strength * noise.standard_normal(images.shape, dtype=np.float32)
    text = np.full((size, length), TOKEN_IDS[END_OF_TEXT], np.int64)
    labels, tokens, token_cells = (np.full((size, length), IGNORED, np.int64) for _ in range(3))
    for row, example in enumerate(examples):
        first, last = len(example.prompt), len(example.prompt) + len(example.answer)
        text[row, :last] = example.prompt + example.answer
        labels[row, first - 1 : last - 1] = example.answer
        places = np.array(example.places)
        number, cell = image_tokens(places, shift)
        tokens[row, first - 1 : last - 1] = number
        token_cells[row, first - 1 : last - 1] = cell
    return Batch(
        np.clip(images, -1.2, 1.2).astype(np.float32),
        text,
        labels,
        merge_ordered(cells),
        tokens,
        token_cells,
    )


def image_tokens(
    places: NDArray[np.int64], shift: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each place (x, y) the image token's position and the cell within it."""
    nowhere = places[:, 1] < 0
    x, y = places[:, 0] + CELL_WIDTH * shift, places[:, 1]
    columns, rows = PAGE_WIDTH // TOKEN_SIDE, PAGE_HEIGHT // TOKEN_SIDE
    token = np.clip(y // TOKEN_SIDE, 0, rows - 1) * columns
    token = token + np.clip(x // TOKEN_SIDE, 0, columns - 1) + len(IMAGE_PREFIX_IDS)
    cell = y % TOKEN_SIDE // CELL_HEIGHT * (TOKEN_SIDE // CELL_WIDTH) + x % TOKEN_SIDE // CELL_WIDTH
    return np.where(nowhere, IGNORED, token), np.where(nowhere, IGNORED, cell)


def merge_ordered(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return character grids ``[B, 22, 32]`` as patches in merge order, ``[B, 352, 2]``."""
    size, rows, columns = cells.shape
    blocks = cells.reshape(size, rows // 2, 2, columns // 4, 2, 2).transpose(0, 1, 3, 2, 4, 5)
    return blocks.reshape(size, rows * columns // 2, 2)


def feed(queue: Queue[Batch], worker: str, shares: dict[str, float], size: int) -> None:
    """Put batches into the queue for ever; the body of a worker process."""
    for batch in batches(worker, shares, size):
        queue.put(batch)

"""The loss: the next token, and dense hints that make a small network read instead of guess.

Next-token loss alone stays on the language prior for a long time. Four more terms point at the
page: the characters of each patch and of each merged token, attention in the full-attention layers
to the token that shows the next character, and, after the third layer, the next token and the cell
of the next character.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as functional
from torch import Tensor

from recipe.batches import IGNORED
from recipe.language import Lookup
from recipe.network import CELLS_IN_TOKEN, Network, Reading

BLANK_WEIGHT = 0.1
"""Most cells are blank paper."""
LOOKUP_WEIGHTS = (0.5, 1.0)
"""For the first and the last full-attention layer."""
FIRST_STRUCTURE_ID = 256
"""Ids below are bytes, that is characters of values."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The arrays of a batch that say what is right, as tensors (see ``Batch``)."""

    labels: Tensor
    cells: Tensor
    tokens: Tensor
    token_cells: Tensor


@dataclass(frozen=True, slots=True)
class Losses:
    """The terms of one batch; the last two count character tokens of the answer."""

    answer: Tensor
    characters_seen: Tensor
    lookup: Tensor
    early: Tensor
    correct: int
    characters: int

    @property
    def total(self) -> Tensor:
        """Return what is to be minimised."""
        return self.answer + self.characters_seen + self.lookup + self.early


def losses(network: Network, reading: Reading, targets: Targets) -> Losses:
    """Return all terms for what the network read."""
    answered = targets.labels != IGNORED
    labels = targets.labels[answered]
    scores = network.lm_head(reading.states[answered].float())
    is_character = labels < FIRST_STRUCTURE_ID
    right = (scores.detach().argmax(-1) == labels) & is_character
    return Losses(
        functional.cross_entropy(scores, labels),
        character_loss(network, reading, targets.cells),
        lookup_loss(reading.lookups, targets.tokens),
        early_loss(network, reading, targets, answered),
        int(right.sum()),
        int(is_character.sum()),
    )


def character_loss(network: Network, reading: Reading, cells: Tensor) -> Tensor:
    """Return the loss of reading each cell's character from its patch and from its merged token."""
    heads, classes = network.training_heads, network.sizes.character_classes
    weights = torch.ones(classes)
    weights[0] = BLANK_WEIGHT
    total = torch.zeros(())
    for scores in (heads.patch_characters(reading.patches), heads.token_characters(reading.tokens)):
        total = total + functional.cross_entropy(
            scores.float().view(-1, classes), cells.flatten(), weights, ignore_index=IGNORED
        )
    return total


def lookup_loss(lookups: tuple[Lookup, ...], tokens: Tensor) -> Tensor:
    """Return the loss of attending to the image token that shows the next character."""
    shown = tokens != IGNORED
    length = tokens.shape[1]
    total = torch.zeros(())
    for weight, (queries, keys) in zip(LOOKUP_WEIGHTS, lookups, strict=True):
        whole = keys.shape[2]
        scores = queries[:, :, -length:].float() @ keys.float().mT * queries.shape[-1] ** -0.5
        scores = scores + torch.full((length, whole), float("-inf")).triu(whole - length + 1)
        for head in range(scores.shape[1]):
            loss = functional.cross_entropy(scores[:, head][shown], tokens[shown])
            total = total + weight / scores.shape[1] * loss
    return total


def early_loss(network: Network, reading: Reading, targets: Targets, answered: Tensor) -> Tensor:
    """Return the loss of the early exit: the next token, and the cell of the next character."""
    normed = functional.rms_norm(reading.early.float(), (reading.early.shape[-1],))
    scores = network.training_heads.early_exit(normed)
    shown = targets.token_cells != IGNORED
    cell_loss = functional.cross_entropy(
        scores[shown][:, -CELLS_IN_TOKEN:], targets.token_cells[shown]
    )
    token_loss = functional.cross_entropy(
        scores[answered][:, :-CELLS_IN_TOKEN], targets.labels[answered]
    )
    return 0.5 * (cell_loss + token_loss)

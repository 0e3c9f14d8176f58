"""Checkpoints: one file with the network, the optimiser's state and how far training has come."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from recipe.network import Network
from recipe.optimiser import Optimiser


@dataclass(slots=True)
class Progress:
    """What has been trained so far, over all runs that led to a checkpoint."""

    steps: int = 0
    pages: int = 0
    seconds: float = 0.0


def save_checkpoint(path: Path, network: Network, optimiser: Optimiser, progress: Progress) -> None:
    """Write a checkpoint; the file is replaced whole."""
    temporary = path.with_suffix(".partial")
    content = {
        "network": network.state_dict(),
        "optimiser": optimiser.state(),
        "progress": [progress.steps, progress.pages, progress.seconds],
    }
    torch.save(content, temporary)
    temporary.replace(path)


def load_checkpoint(path: Path, network: Network, optimiser: Optimiser | None = None) -> Progress:
    """Fill the network, and the optimiser if given, from a file; return its progress."""
    content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    network.load_state_dict(content["network"])
    if optimiser is not None:
        optimiser.restore(content["optimiser"])
    steps, pages, seconds = content["progress"]
    return Progress(steps, pages, seconds)

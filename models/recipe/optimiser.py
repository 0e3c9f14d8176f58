"""Muon for the matrices of the layers and AdamW for all else, shared among processes.

Muon: momentum, then five Newton-Schulz steps that make each update nearly orthogonal (Keller Jordan
and others, 2024). Each process orthogonalises its share of the matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as distributed
from torch import Tensor, nn

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
SMALLEST_SIDE = 16
LARGEST_GRADIENT_NORM = 1.0


@dataclass(frozen=True, slots=True)
class Matrix:
    """A parameter for Muon: its name, its slice of the gradient, and the process that owns it."""

    name: str
    parameter: nn.Parameter
    place: slice
    owner: int


def is_layer_matrix(name: str, parameter: nn.Parameter) -> bool:
    """Return whether the parameter is a matrix inside a tower, neither embedding nor head."""
    excluded = ("embed", "lm_head", "training_heads")
    large = parameter.ndim == 2 and min(parameter.shape) >= SMALLEST_SIDE
    return large and not any(part in name for part in excluded)


def orthogonalised(matrices: Tensor) -> Tensor:
    """Return a stack of matrices with their singular values pushed towards 1."""
    tall = matrices.shape[-2] > matrices.shape[-1]
    result = matrices.mT if tall else matrices
    result = result / (result.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    first, second, third = NEWTON_SCHULZ
    for _ in range(5):
        square = result @ result.mT
        result = first * result + (second * square + third * (square @ square)) @ result
    return result.mT if tall else result


class Optimiser:
    """Both methods behind one step; all gradients live in one flat tensor, for one exchange."""

    def __init__(self, network: nn.Module, rank: int, world: int, momentum: float = 0.95) -> None:
        self.rank, self.world, self.momentum = rank, world, momentum
        named = list(network.named_parameters())
        matrices = [(n, p) for n, p in named if is_layer_matrix(n, p)]
        others = [p for n, p in named if not is_layer_matrix(n, p)]
        self.gradient = torch.zeros(sum(p.numel() for _, p in named))
        self.matrices = shared_out(matrices, world)
        size = sum(p.numel() for _, p in matrices)
        self.average = torch.zeros(size)
        self.update = torch.zeros(size)
        start = 0
        for parameter in [p for _, p in matrices] + others:
            place = self.gradient[start : start + parameter.numel()]
            parameter.grad = place.view_as(parameter)
            start += parameter.numel()
        self.adam = torch.optim.AdamW(others, betas=(0.9, 0.98), weight_decay=0.0)

    @torch.no_grad()
    def step(self, rate: float, adam_rate: float, decay: float = 0.02) -> float:
        """Change the parameters by the gradients gathered, clear these, and return their norm."""
        if self.world > 1:
            distributed.all_reduce(self.gradient)
            self.gradient.div_(self.world)
        norm = float(self.gradient.norm())
        if norm > LARGEST_GRADIENT_NORM:
            self.gradient.mul_(LARGEST_GRADIENT_NORM / norm)
        current = self.gradient[: len(self.average)]
        self.average.lerp_(current, 1 - self.momentum)
        ahead = torch.lerp(current, self.average, self.momentum)
        self.update.zero_()
        for matrix in self.matrices:
            if matrix.owner == self.rank:
                self.update[matrix.place] = direction(matrix, ahead[matrix.place])
        if self.world > 1:
            distributed.all_reduce(self.update)
        for matrix in self.matrices:
            change = self.update[matrix.place].view_as(matrix.parameter)
            matrix.parameter.mul_(1 - rate * decay).add_(change, alpha=-rate)
        for group in self.adam.param_groups:
            group["lr"] = adam_rate
        self.adam.step()
        self.gradient.zero_()
        return norm

    def state(self) -> dict[str, Any]:
        """Return what a checkpoint keeps."""
        return {"average": self.average, "adam": self.adam.state_dict()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint's state."""
        self.average.copy_(state["average"])
        self.adam.load_state_dict(state["adam"])


def direction(matrix: Matrix, gradient: Tensor) -> Tensor:
    """Return a matrix's flat update; vision's queries, keys and values count as three."""
    parts = 3 if matrix.name.endswith("attn.qkv.weight") else 1
    stack = gradient.view(parts, -1, matrix.parameter.shape[1])
    scale = max(1.0, stack.shape[-2] / stack.shape[-1]) ** 0.5
    return orthogonalised(stack).flatten() * scale


def shared_out(matrices: list[tuple[str, nn.Parameter]], world: int) -> tuple[Matrix, ...]:
    """Return the matrices with owners, the heaviest given first to the least busy process."""
    cost = {name: p.numel() * min(p.shape) for name, p in matrices}
    busy = [0] * world
    owners: dict[str, int] = {}
    for name in sorted(cost, key=lambda name: -cost[name]):
        owners[name] = busy.index(min(busy))
        busy[owners[name]] += cost[name]
    shared = []
    start = 0
    for name, parameter in matrices:
        shared.append(
            Matrix(name, parameter, slice(start, start + parameter.numel()), owners[name])
        )
        start += parameter.numel()
    return tuple(shared)

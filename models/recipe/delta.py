"""The gated delta rule: linear attention with a decaying state that each token corrects.

It follows Qwen3.5's linear attention layer as implemented by transformers and mlx-vlm; the form in
chunks is the usual parallel one (the triangular system of a chunk is inverted, states pass between
chunks). The inverse is taken by recursive blocks: a series of powers overflows when neighbouring
tokens are alike, as on blank paper.
"""

from __future__ import annotations

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from recipe.configuration import Configuration

CHUNK = 32
LayerCache = dict[str, Tensor]


class GatedNorm(nn.Module):
    """RMS norm of a head, times the SiLU of its gate."""

    def __init__(self, width: int, epsilon: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.epsilon = epsilon

    def forward(self, values: Tensor, gates: Tensor) -> Tensor:
        """Return the shape of ``values`` in float32."""
        normed = functional.rms_norm(
            values.float(), (values.shape[-1],), self.weight.float(), self.epsilon
        )
        return normed * functional.silu(gates.float())


class GatedDeltaNet(nn.Module):
    """The token mixer of a linear-attention layer."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.heads, self.head_width = sizes.delta_heads, sizes.delta_head_width
        self.convolution = sizes.convolution
        inner = self.heads * self.head_width
        self.in_proj_qkv = nn.Linear(sizes.width, 3 * inner, bias=False)
        self.in_proj_z = nn.Linear(sizes.width, inner, bias=False)
        self.in_proj_b = nn.Linear(sizes.width, self.heads, bias=False)
        self.in_proj_a = nn.Linear(sizes.width, self.heads, bias=False)
        self.conv1d = nn.Conv1d(
            3 * inner, 3 * inner, sizes.convolution, groups=3 * inner, bias=False
        )
        self.dt_bias = nn.Parameter(torch.ones(self.heads))
        self.A_log = nn.Parameter(torch.zeros(self.heads))
        self.norm = GatedNorm(self.head_width, sizes.epsilon)
        self.out_proj = nn.Linear(inner, sizes.width, bias=False)

    def forward(self, states: Tensor, layer_cache: LayerCache | None = None) -> Tensor:
        """Return ``[batch, length, width]``; with a cache, go on from it and update it."""
        batch, length, _ = states.shape
        mixed = functional.silu(self.convolved(self.in_proj_qkv(states), layer_cache))
        packed = mixed.view(batch, length, 3, self.heads, self.head_width)
        queries, keys, values = packed.permute(2, 0, 3, 1, 4).float()
        queries, keys = unit_length(queries) * self.head_width**-0.5, unit_length(keys)
        strengths = self.in_proj_b(states).float().sigmoid().transpose(1, 2)
        rates = functional.softplus(self.in_proj_a(states).float() + self.dt_bias)
        decays = (-self.A_log.float().exp() * rates).transpose(1, 2)
        with torch.autocast("cpu", enabled=False):
            chunk = CHUNK if length > 1 else 1
            start = None if layer_cache is None else layer_cache.get("state")
            read, end = delta_rule(queries, keys, values, decays, strengths, chunk, start)
        if layer_cache is not None:
            layer_cache["state"] = end
        gates = self.in_proj_z(states).view(batch, length, self.heads, self.head_width)
        normed = self.norm(read.transpose(1, 2), gates).reshape(batch, length, -1)
        projected: Tensor = self.out_proj(normed.to(states.dtype))
        return projected

    def convolved(self, inputs: Tensor, layer_cache: LayerCache | None) -> Tensor:
        """Return the causal convolution of each channel over the last four tokens."""
        length, reach = inputs.shape[1], self.convolution - 1
        if layer_cache is None or "inputs" not in layer_cache:
            padded = functional.pad(inputs, (0, 0, reach, 0))
        else:
            padded = torch.cat([layer_cache["inputs"], inputs], 1)
        if layer_cache is not None:
            layer_cache["inputs"] = padded[:, -reach:]
        taps = self.conv1d.weight.to(inputs.dtype)
        result = padded[:, :length] * taps[:, 0, 0]
        for offset in range(1, self.convolution):
            result = result + padded[:, offset : offset + length] * taps[:, 0, offset]
        return result


def unit_length(vectors: Tensor) -> Tensor:
    """Return the vectors divided by their length."""
    return vectors * torch.rsqrt((vectors * vectors).sum(-1, keepdim=True) + 1e-6)


def delta_rule(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    decays: Tensor,
    strengths: Tensor,
    chunk: int,
    start: Tensor | None,
) -> tuple[Tensor, Tensor]:
    """Return what the queries read, ``[batch, heads, length, width]``, and the last state.

    ``decays`` (logarithms) and ``strengths`` are ``[batch, heads, length]``; the state is ``[batch,
    heads, key, value]``. Padding at the end has strength 0 and decay 0, so it leaves the state
    alone.
    """
    batch, heads, length, width = keys.shape
    padding = -length % chunk
    if padding:
        queries, keys, values = (
            functional.pad(x, (0, 0, 0, padding)) for x in (queries, keys, values)
        )
        decays, strengths = (functional.pad(x, (0, padding)) for x in (decays, strengths))
    count = (length + padding) // chunk
    shape = (batch, heads, count, chunk)
    queries, keys, values = (x.reshape(*shape, -1) for x in (queries, keys, values))
    strengths = strengths.reshape(*shape, 1)
    summed = decays.reshape(shape).cumsum(-1)
    causal = torch.ones(chunk, chunk, dtype=torch.bool).tril()
    between = summed.unsqueeze(-1) - summed.unsqueeze(-2)
    between = between.masked_fill(~causal, float("-inf")).exp()
    strong_keys, turned_keys = keys * strengths, keys.transpose(-1, -2)
    inverse = unit_triangular_inverse(((strong_keys @ turned_keys) * between).tril(-1))
    within = (queries @ turned_keys) * between
    since_start = summed.exp().unsqueeze(-1)
    new_values = inverse @ (values * strengths)
    old_keys = inverse @ (strong_keys * since_start)
    queries = queries * since_start
    until_end = (keys * (summed[..., -1:] - summed).exp().unsqueeze(-1)).transpose(-1, -2)
    kept = summed[..., -1].exp()[..., None, None]
    state = values.new_zeros(batch, heads, width, values.shape[-1]) if start is None else start
    reads = []
    for number in range(count):
        corrected = new_values[:, :, number] - old_keys[:, :, number] @ state
        reads.append(queries[:, :, number] @ state + within[:, :, number] @ corrected)
        state = state * kept[:, :, number] + until_end[:, :, number] @ corrected
    read = torch.stack(reads, 2).reshape(batch, heads, count * chunk, -1)[:, :, :length]
    return read, state


def block_masks(size: int) -> tuple[Tensor, ...]:
    """Return masks of the lower-left block in each pair of blocks of size 1, 2, 4 and so on."""
    index = torch.arange(size)
    masks = []
    block = 1
    while block < size:
        same_pair = index[:, None] // (2 * block) == index // (2 * block)
        lower_left = (index[:, None] // block % 2 == 1) & (index // block % 2 == 0)
        masks.append((same_pair & lower_left).float())
        block *= 2
    return tuple(masks)


MASKS = {size: block_masks(size) for size in (1, CHUNK)}
"""Made once: the chunk of a step in decoding and that of a whole text."""


def unit_triangular_inverse(strict: Tensor) -> Tensor:
    """Return the inverse of identity plus a strictly lower triangular ``[..., size, size]``."""
    size = strict.shape[-1]
    inverse = torch.eye(size, dtype=strict.dtype)
    for mask in MASKS[size]:
        inverse = inverse - inverse @ (strict * mask) @ inverse
    return inverse.expand_as(strict)

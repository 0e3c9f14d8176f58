"""The vision tower: patches of a grey page to merged tokens of the language model's width.

It follows Qwen3-VL's and Qwen3.5's published vision tower as implemented by transformers and
mlx-vlm (learned positions interpolated to the grid, two-dimensional rotary positions, pre-norm
blocks, a 2 x 2 patch merger) without deepstack. The patch embedding takes one grey channel; export
spreads it over three channels and two frames.
"""

from __future__ import annotations

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from recipe.configuration import Configuration
from recipe.rotary import rotated

ROTARY_BASE = 10000.0


class VisionAttention(nn.Module):
    """Attention among all patches of a page."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.heads = sizes.vision_heads
        self.qkv = nn.Linear(sizes.vision_width, 3 * sizes.vision_width)
        self.proj = nn.Linear(sizes.vision_width, sizes.vision_width)

    def forward(self, patches: Tensor, cosines: Tensor, sines: Tensor) -> Tensor:
        """Return ``[batch, patches, width]`` from the same shape."""
        batch, count, width = patches.shape
        packed = self.qkv(patches).view(batch, count, 3, self.heads, width // self.heads)
        queries, keys, values = packed.permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(
            rotated(queries, cosines, sines), rotated(keys, cosines, sines), values
        )
        projected: Tensor = self.proj(attended.transpose(1, 2).reshape(batch, count, width))
        return projected


class VisionFeedForward(nn.Module):
    """Two linear maps with the tanh form of GELU between them."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.linear_fc1 = nn.Linear(sizes.vision_width, sizes.vision_inner_width)
        self.linear_fc2 = nn.Linear(sizes.vision_inner_width, sizes.vision_width)

    def forward(self, patches: Tensor) -> Tensor:
        """Return ``[batch, patches, width]`` from the same shape."""
        inner = functional.gelu(self.linear_fc1(patches), approximate="tanh")
        outer: Tensor = self.linear_fc2(inner)
        return outer


class VisionBlock(nn.Module):
    """One pre-norm block."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(sizes.vision_width, eps=sizes.epsilon)
        self.norm2 = nn.LayerNorm(sizes.vision_width, eps=sizes.epsilon)
        self.attn = VisionAttention(sizes)
        self.mlp = VisionFeedForward(sizes)

    def forward(self, patches: Tensor, cosines: Tensor, sines: Tensor) -> Tensor:
        """Return ``[batch, patches, width]`` from the same shape."""
        patches = patches + self.attn(self.norm1(patches), cosines, sines)
        return patches + self.mlp(self.norm2(patches))


class PatchMerger(nn.Module):
    """Makes one token of each four rows: patches come in merge order."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.merged_width = sizes.vision_width * sizes.merge**2
        self.norm = nn.LayerNorm(sizes.vision_width, eps=sizes.epsilon)
        self.linear_fc1 = nn.Linear(self.merged_width, self.merged_width)
        self.linear_fc2 = nn.Linear(self.merged_width, sizes.width)

    def forward(self, patches: Tensor) -> Tensor:
        """Return ``[batch, patches / 4, language width]``."""
        merged = self.norm(patches).reshape(patches.shape[0], -1, self.merged_width)
        tokens: Tensor = self.linear_fc2(functional.gelu(self.linear_fc1(merged)))
        return tokens


class VisionTower(nn.Module):
    """The whole tower for pages of exactly one grid."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.sizes = sizes
        self.patch = nn.Linear(sizes.patch**2, sizes.vision_width)
        self.pos_embed = nn.Embedding(sizes.position_side**2, sizes.vision_width)
        self.blocks = nn.ModuleList(VisionBlock(sizes) for _ in range(sizes.vision_depth))
        self.merger = PatchMerger(sizes)
        self.register_buffer("interpolation", interpolation_matrix(sizes), persistent=False)
        cosines, sines = grid_rotation(sizes)
        self.register_buffer("cosines", cosines, persistent=False)
        self.register_buffer("sines", sines, persistent=False)

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Return patch features ``[batch, 352, 128]`` and tokens ``[batch, 88, 192]``.

        ``images`` is ``[batch, 352, 256]`` in -1 (black) to 1 (white).
        """
        sizes = self.sizes
        rows, columns = sizes.grid_rows // 2, sizes.grid_columns // 2
        pixels = images.view(-1, rows, 2, sizes.patch, columns, 2, sizes.patch)
        pixels = pixels.permute(0, 1, 4, 2, 5, 3, 6).flatten(1, 4).flatten(2)
        patches = self.patch(pixels) + self.interpolation @ self.pos_embed.weight
        for block in self.blocks:
            patches = block(patches, self.cosines, self.sines)
        return patches, self.merger(patches)


def merge_order(grid: Tensor) -> Tensor:
    """Return ``[rows, columns, ...]`` as rows of patches, the four of a merged token together."""
    rows, columns = grid.shape[:2]
    blocks = grid.reshape(rows // 2, 2, columns // 2, 2, -1).transpose(1, 2)
    return blocks.reshape(rows * columns, -1)


def interpolation_matrix(sizes: Configuration) -> Tensor:
    """Return bilinear weights ``[patches, side * side]`` from learned positions to the grid."""
    side = sizes.position_side
    vertical = axis_weights(sizes.grid_rows, side)
    horizontal = axis_weights(sizes.grid_columns, side)
    return merge_order(torch.einsum("rs,ct->rcst", vertical, horizontal).flatten(2))


def axis_weights(count: int, side: int) -> Tensor:
    """Return ``[count, side]``: linear interpolation from ``side`` points to ``count`` points."""
    places = torch.linspace(0, side - 1, count)
    lower = places.floor().long()
    upper = (lower + 1).clamp(max=side - 1)
    share = places - lower
    weights = torch.zeros(count, side)
    rows = torch.arange(count)
    weights[rows, lower] += 1 - share
    weights[rows, upper] += share
    return weights


def grid_rotation(sizes: Configuration) -> tuple[Tensor, Tensor]:
    """Return cosines and sines ``[patches, head width]``, half by row and half by column."""
    half = sizes.vision_width // sizes.vision_heads // 2
    frequencies = 1.0 / ROTARY_BASE ** (torch.arange(0, half, 2).float() / half)
    rows, columns = torch.meshgrid(
        torch.arange(sizes.grid_rows), torch.arange(sizes.grid_columns), indexing="ij"
    )
    places = merge_order(torch.stack([rows, columns], -1)).float()
    angles = torch.cat([places[:, :1] * frequencies, places[:, 1:] * frequencies], -1)
    angles = torch.cat([angles, angles], -1)
    return angles.cos(), angles.sin()

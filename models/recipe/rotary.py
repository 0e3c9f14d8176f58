"""Rotary positions: the rotation and Qwen's interleaved three-axis angles.

Source: interleaved M-RoPE of Qwen3-VL and Qwen3.5 as implemented by transformers and mlx-vlm.
"""

from __future__ import annotations

import torch
from torch import Tensor

from recipe.configuration import Configuration


def rotated(vectors: Tensor, cosines: Tensor, sines: Tensor) -> Tensor:
    """Return the vectors with their first dimensions (as many as there are angles) rotated."""
    turning = cosines.shape[-1]
    turned, kept = vectors[..., :turning], vectors[..., turning:]
    first, second = turned.chunk(2, -1)
    turned = turned * cosines + torch.cat((-second, first), -1) * sines
    return torch.cat((turned, kept), -1) if kept.shape[-1] else turned


def page_positions(sizes: Configuration, before: int, after: int) -> Tensor:
    """Return ``[3, length]`` time, row and column positions of text, one page and text again.

    Image tokens share one time; the text after them goes on from the page's longer side.
    """
    leading = torch.arange(before).expand(3, -1)
    rows = torch.arange(sizes.token_rows).repeat_interleave(sizes.token_columns) + before
    columns = torch.arange(sizes.token_columns).repeat(sizes.token_rows) + before
    image = torch.stack([torch.full_like(rows, before), rows, columns])
    start = before + max(sizes.token_rows, sizes.token_columns)
    trailing = (torch.arange(after) + start).expand(3, -1)
    return torch.cat([leading, image, trailing], 1)


def rotation_angles(sizes: Configuration, positions: Tensor) -> tuple[Tensor, Tensor]:
    """Return cosines and sines ``[length, turning dimensions]`` of positions ``[3, length]``.

    The three axes interleave: frequency ``3 n + 1`` belongs to the row and ``3 n + 2`` to the
    column as far as their sections reach; all others belong to time.
    """
    turning = int(sizes.head_width * sizes.rotary_share)
    frequencies = 1.0 / sizes.rotary_base ** (torch.arange(0, turning, 2).float() / turning)
    by_axis = positions[..., None].float() * frequencies
    angles = by_axis[0].clone()
    for axis in (1, 2):
        own = slice(axis, sizes.rotary_sections[axis] * 3, 3)
        angles[:, own] = by_axis[axis][:, own]
    angles = torch.cat([angles, angles], -1)
    return angles.cos(), angles.sin()

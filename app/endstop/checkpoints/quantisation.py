"""MLX's quantisation: its settings per layer, and affine codes turned into numbers.

Source: mlx.core.quantize / dequantize (0.32.4) and `nn.quantize`. An affine row is stored as
codes packed from the lowest bit of uint32 words up, with a scale and a bias a group of weights:
w = scale * code + bias. The floating modes (mxfp4, mxfp8, nvfp4) have scales of one byte and no
biases; their rows are compared, not decoded.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

AFFINE = "affine"
_WORD = 32  # bits
_BITS = frozenset({2, 3, 4, 5, 6, 8})
_GROUPS = frozenset({16, 32, 64, 128})
_DEFAULTS = {AFFINE: (64, 4), "mxfp4": (32, 4), "mxfp8": (32, 8), "nvfp4": (16, 4)}


@dataclass(frozen=True, slots=True)
class Quantisation:
    """How a layer is quantised: `bits` a weight, `group` weights to a scale."""

    bits: int
    group: int
    mode: str = AFFINE


def quantisation_of(config: dict[str, Any], layer: str) -> Quantisation | None:
    """The settings of a layer (`lm_head`, `language_model.lm_head`...) in config.json.

    A layer's own entry comes before the model's; None where neither is usable.
    """
    settings = config.get("quantization") or config.get("quantization_config")
    if not isinstance(settings, dict):
        return None
    own = settings.get(layer)
    if own is False:
        return None
    if isinstance(own, dict):
        settings = {"mode": settings.get("mode", AFFINE), **own}
    mode = settings.get("mode", AFFINE)
    if not isinstance(mode, str) or mode not in _DEFAULTS:
        return None
    group, bits = _DEFAULTS[mode]
    group, bits = settings.get("group_size", group), settings.get("bits", bits)
    if type(group) is not int or type(bits) is not int:
        return None
    return Quantisation(bits, group, mode) if bits in _BITS and group in _GROUPS else None


def unpack(words: NDArray[np.uint32], bits: int) -> NDArray[np.uint64]:
    """The codes of packed rows: (rows, words) to (rows, words * 32 / bits).

    A code may begin in one word and end in the next, so words are taken in pairs.
    """
    pairs = words.astype(np.uint64)
    pairs[:, :-1] |= words[:, 1:].astype(np.uint64) << np.uint64(_WORD)
    first_bits = np.arange(words.shape[1] * _WORD // bits) * bits
    shifts = (first_bits % _WORD).astype(np.uint64)
    return (pairs[:, first_bits // _WORD] >> shifts) & np.uint64((1 << bits) - 1)


def dequantise(
    words: NDArray[np.uint32], scales: NDArray[np.float32], biases: NDArray[np.float32], bits: int
) -> NDArray[np.float32]:
    """Affine rows as float32; the group follows from the number of scales."""
    codes = unpack(words, bits).astype(np.float32)
    grouped = codes.reshape(codes.shape[0], scales.shape[1], -1)
    values = grouped * scales[:, :, None] + biases[:, :, None]
    return values.reshape(codes.shape)

"""Find the output head and the embedding of a model among its tensors, whatever their names."""

import re
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from endstop.checkpoints.quantisation import AFFINE, Quantisation, dequantise, quantisation_of
from endstop.checkpoints.safetensors_header import Tensor
from endstop.checkpoints.safetensors_index import Weights
from endstop.checkpoints.weight_rows import WIDEST, Decoder, Floats, RowSource, WeightRows, floats

_HEADS = ("lm_head", "output", "embed_out", "output_layer", "head")
_EMBEDDINGS = (
    *("embed_tokens", "wte", "tok_embeddings", "word_embeddings", "embed_in"),
    *("embeddings", "emb", "shared"),
)
_AROUND = (
    *("model", "language_model", "lm", "llm", "text_model", "transformer", "gpt_neox"),
    *("backbone", "decoder", "thinker", "embedding"),
)
_MATRIX = 2  # axes


def find_head(tensors: dict[str, Tensor], config: dict[str, Any]) -> WeightRows | None:
    """The output head as the files hold it; None for a tied model that has none of its own."""
    return _find(_HEADS, tensors, config)


def find_embedding(tensors: dict[str, Tensor], config: dict[str, Any]) -> WeightRows | None:
    """The input embedding."""
    return _find(_EMBEDDINGS, tensors, config)


def tied(config: dict[str, Any]) -> bool | None:
    """Whether config.json says that the head is the embedding; the text part decides.

    None where it does not say: then the files tell.
    """
    text = config.get("text_config")
    settings = {**config, **text} if isinstance(text, dict) else config
    value = settings.get("tie_word_embeddings")
    return value if isinstance(value, bool) else None


def belongs_to_token_matrix(name: str) -> bool:
    """Whether the functions here would look at a tensor of this name."""
    return _named((*_HEADS, *_EMBEDDINGS), r"\..+").fullmatch(name) is not None


def head_is_elsewhere(weights: Weights, config: dict[str, Any]) -> bool:
    """Whether a model without a head in readable form has one all the same.

    So it is if config.json says that it is untied, if a file is missing, or if a tensor belongs
    to a head, as the packed ones of other quantisers do.
    """
    pattern = _named(_HEADS, r"\..+")
    packed = any(pattern.fullmatch(name) for name in weights.tensors)
    return packed or bool(weights.problems) or tied(config) is False


def _find(
    stems: tuple[str, ...], tensors: dict[str, Tensor], config: dict[str, Any]
) -> WeightRows | None:
    for stem in stems:
        pattern = _named((stem,), r"\.weight")
        for name in sorted(filter(pattern.fullmatch, tensors), key=len):
            rows = _rows(tensors[name], tensors, config)
            if rows is not None:
                return rows
    return None


@cache
def _named(stems: tuple[str, ...], rest: str) -> re.Pattern[str]:
    """The names of a layer's tensors: modules around it, the layer, and the `rest`."""
    return re.compile(rf"(?:(?:{'|'.join(_AROUND)})\.)*(?:{'|'.join(stems)}){rest}")


def _rows(tensor: Tensor, tensors: dict[str, Tensor], config: dict[str, Any]) -> WeightRows | None:
    """The tensor as rows, with its scales and biases if it is quantised; None for a strange one."""
    if len(tensor.shape) != _MATRIX or 0 in tensor.shape or tensor.shape[1] > WIDEST:
        return None
    layer = tensor.name.removesuffix(".weight")
    parts = [tensor]
    for suffix in (".scales", ".biases"):
        part = tensors.get(layer + suffix)
        if part is not None and len(part.shape) == _MATRIX and part.shape[0] == tensor.shape[0]:
            parts.append(part)
    settings = quantisation_of(config, layer) if len(parts) > 1 else None
    width = tensor.shape[1]
    if settings is not None and tensor.dtype == "U32":
        width = width * 32 // settings.bits
    return WeightRows(
        name=tensor.name,
        file=tensor.file.name,
        count=tensor.shape[0],
        width=width,
        sources=tuple(RowSource.of(part) for part in parts),
        decode=_decoder(parts, settings),
        bits=settings.bits if settings else 8 * tensor.row_size / tensor.shape[1],
    )


def _decoder(parts: list[Tensor], settings: Quantisation | None) -> Decoder | None:
    """How the parts' bytes become numbers; None where the values cannot be known."""
    if len(parts) == 1:
        single = floats(parts[0].dtype)
        return None if single is None else lambda stored: single(stored[0])
    if settings is None or settings.mode != AFFINE or len(parts) != 3:
        return None
    weight, scales, biases = parts
    to_float = floats(scales.dtype)
    groups = weight.shape[1] * 32 // settings.bits // settings.group
    fits = scales.shape[1] == biases.shape[1] == groups and scales.dtype == biases.dtype
    if to_float is None or not fits or weight.dtype != "U32":
        return None
    bits = settings.bits

    def decode(stored: list[NDArray[np.uint8]]) -> Floats:
        words, scale, bias = stored
        return dequantise(words.view("<u4"), to_float(scale), to_float(bias), bits)

    return decode

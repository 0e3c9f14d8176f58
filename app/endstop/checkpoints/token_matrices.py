"""The matrices that have a row for each token: the input embedding, the output head."""

from dataclasses import dataclass
from typing import Any

from endstop.checkpoints.gguf_file import GgufFile
from endstop.checkpoints.safetensors_index import Weights
from endstop.checkpoints.weight_rows import WeightRows
from endstop.checkpoints.weight_rows_location import (
    find_embedding,
    find_head,
    head_is_elsewhere,
    tied,
)


@dataclass(frozen=True, slots=True)
class TokenMatrices:
    """`head` is None in a tied model that saves none of its own.

    `output` scores the tokens: the embedding of a tied model, else the head; None where it cannot
    be told, as when a shard is missing.
    """

    head: WeightRows | None
    embedding: WeightRows | None
    output: WeightRows | None


def find_matrices(weights: Weights, gguf: GgufFile | None, config: dict[str, Any]) -> TokenMatrices:
    """Those of the safetensors files, or of a GGUF file where there are none."""
    head, embedding = find_head(weights.tensors, config), find_embedding(weights.tensors, config)
    if gguf is not None and not weights.count:
        head, embedding = gguf.head, gguf.embedding
    if tied(config):
        return TokenMatrices(head, embedding, embedding)
    unknown = head is None and head_is_elsewhere(weights, config)
    return TokenMatrices(head, embedding, None if unknown else head or embedding)

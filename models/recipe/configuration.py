"""The sizes of the network, in one frozen value that training and export share."""

from __future__ import annotations

from dataclasses import dataclass

from recipe.tokenizer import VOCABULARY_SIZE


@dataclass(frozen=True, slots=True)
class Configuration:
    """Every size of the network; the names of Qwen3.5's configuration are in export.py."""

    # vision
    vision_width: int = 128
    vision_heads: int = 4
    vision_inner_width: int = 384
    vision_depth: int = 4
    patch: int = 16
    merge: int = 2
    position_side: int = 22
    grid_rows: int = 22
    grid_columns: int = 16
    # language
    width: int = 192
    inner_width: int = 512
    layers: int = 4
    heads: int = 4
    key_value_heads: int = 2
    head_width: int = 64
    full_attention_interval: int = 2
    delta_heads: int = 4
    delta_head_width: int = 32
    convolution: int = 4
    rotary_base: float = 1000.0
    rotary_share: float = 0.5
    rotary_sections: tuple[int, int, int] = (6, 5, 5)
    vocabulary: int = VOCABULARY_SIZE
    epsilon: float = 1e-6
    # heads that exist in training only
    character_classes: int = 97

    @property
    def token_rows(self) -> int:
        """Return the rows of merged image tokens."""
        return self.grid_rows // self.merge

    @property
    def token_columns(self) -> int:
        """Return the columns of merged image tokens."""
        return self.grid_columns // self.merge

    @property
    def image_tokens(self) -> int:
        """Return the number of merged image tokens of a page."""
        return self.token_rows * self.token_columns

    def is_full_attention(self, layer: int) -> bool:
        """Return whether the layer (from 0) attends fully instead of by the gated delta rule."""
        return (layer + 1) % self.full_attention_interval == 0


CONFIGURATION = Configuration()

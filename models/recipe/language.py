"""The language model's layers: gated delta net and gated full attention in turn.

They follow Qwen3.5's published text model as implemented by transformers and mlx-vlm: zero-centred
RMS norms, an output gate in the queries' projection, normed queries and keys, partial rotary
positions, SwiGLU.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from recipe.configuration import Configuration
from recipe.delta import GatedDeltaNet, LayerCache
from recipe.rotary import rotated


class Lookup(NamedTuple):
    """A full-attention layer's queries and keys ``[batch, key heads, length, head width]``.

    Of the query heads that share a key head, the first one is given.
    """

    queries: Tensor
    keys: Tensor


class CentredNorm(nn.Module):
    """RMS norm with the weight ``1 + weight``."""

    def __init__(self, width: int, epsilon: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(width))
        self.epsilon = epsilon

    def forward(self, states: Tensor) -> Tensor:
        """Return the same shape and type."""
        scale = 1.0 + self.weight.float()
        return functional.rms_norm(states.float(), (states.shape[-1],), scale, self.epsilon).to(
            states.dtype
        )


class GatedAttention(nn.Module):
    """Causal attention with shared key heads and a gate on its output."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.heads, self.key_heads = sizes.heads, sizes.key_value_heads
        self.head_width = sizes.head_width
        self.q_proj = nn.Linear(sizes.width, 2 * self.heads * self.head_width, bias=False)
        self.k_proj = nn.Linear(sizes.width, self.key_heads * self.head_width, bias=False)
        self.v_proj = nn.Linear(sizes.width, self.key_heads * self.head_width, bias=False)
        self.o_proj = nn.Linear(self.heads * self.head_width, sizes.width, bias=False)
        self.q_norm = CentredNorm(self.head_width, sizes.epsilon)
        self.k_norm = CentredNorm(self.head_width, sizes.epsilon)

    def forward(
        self,
        states: Tensor,
        cosines: Tensor,
        sines: Tensor,
        layer_cache: LayerCache | None = None,
    ) -> tuple[Tensor, Lookup]:
        """Return ``[batch, length, width]`` and what was looked up with which keys."""
        batch, length, _ = states.shape
        both = self.q_proj(states).view(batch, length, self.heads, 2 * self.head_width)
        queries, gates = both.chunk(2, -1)
        keys = self.k_proj(states).view(batch, length, self.key_heads, self.head_width)
        values = self.v_proj(states).view(batch, length, self.key_heads, self.head_width)
        queries = rotated(self.q_norm(queries).transpose(1, 2), cosines, sines)
        keys = rotated(self.k_norm(keys).transpose(1, 2), cosines, sines)
        values = values.transpose(1, 2)
        if layer_cache is not None:
            if "keys" in layer_cache:
                keys = torch.cat([layer_cache["keys"], keys], 2)
                values = torch.cat([layer_cache["values"], values], 2)
            layer_cache["keys"], layer_cache["values"] = keys, values
        sharing = self.heads // self.key_heads
        keys, values = (x.repeat_interleave(sharing, 1) for x in (keys, values))
        attended = functional.scaled_dot_product_attention(
            queries, keys, values, is_causal=length > 1
        )
        attended = attended.transpose(1, 2).reshape(batch, length, -1)
        gated = attended * torch.sigmoid(gates.reshape(batch, length, -1))
        return self.o_proj(gated), Lookup(queries[:, ::sharing], keys[:, ::sharing])


class FeedForward(nn.Module):
    """SwiGLU."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(sizes.width, sizes.inner_width, bias=False)
        self.up_proj = nn.Linear(sizes.width, sizes.inner_width, bias=False)
        self.down_proj = nn.Linear(sizes.inner_width, sizes.width, bias=False)

    def forward(self, states: Tensor) -> Tensor:
        """Return the same shape."""
        inner = functional.silu(self.gate_proj(states)) * self.up_proj(states)
        outer: Tensor = self.down_proj(inner)
        return outer


class DecoderLayer(nn.Module):
    """One layer: a token mixer and a feed-forward, each after a norm and added to its input."""

    def __init__(self, sizes: Configuration, number: int) -> None:
        super().__init__()
        self.is_full_attention = sizes.is_full_attention(number)
        if self.is_full_attention:
            self.self_attn = GatedAttention(sizes)
        else:
            self.linear_attn = GatedDeltaNet(sizes)
        self.mlp = FeedForward(sizes)
        self.input_layernorm = CentredNorm(sizes.width, sizes.epsilon)
        self.post_attention_layernorm = CentredNorm(sizes.width, sizes.epsilon)

    def forward(
        self,
        states: Tensor,
        cosines: Tensor,
        sines: Tensor,
        layer_cache: LayerCache | None = None,
    ) -> tuple[Tensor, Lookup | None]:
        """Return ``[batch, length, width]`` and, from full attention, its lookup."""
        normed = self.input_layernorm(states)
        lookup: Lookup | None = None
        if self.is_full_attention:
            mixed, lookup = self.self_attn(normed, cosines, sines, layer_cache)
        else:
            mixed = self.linear_attn(normed, layer_cache)
        states = states + mixed
        return states + self.mlp(self.post_attention_layernorm(states)), lookup


class LanguageModel(nn.Module):
    """Embedding, layers and the last norm; the network runs them."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(sizes.vocabulary, sizes.width)
        self.layers = nn.ModuleList(DecoderLayer(sizes, i) for i in range(sizes.layers))
        self.norm = CentredNorm(sizes.width, sizes.epsilon)

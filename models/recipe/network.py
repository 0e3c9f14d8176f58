"""The whole network: a qwen3_5 model for one page, and heads for training only.

Parameter names are those of a published qwen3_5 checkpoint, but for the patch embedding and the
training heads; export.py drops or renames these.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from recipe.configuration import CONFIGURATION, Configuration
from recipe.delta import LayerCache
from recipe.language import LanguageModel, Lookup
from recipe.rotary import page_positions, rotation_angles
from recipe.tokenizer import IMAGE_PREFIX_IDS
from recipe.vision import VisionTower

EARLY_EXIT_LAYER = 2
MOST_COMPILATIONS = 128
CELLS_IN_PATCH = 2
CELLS_IN_TOKEN = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """What a pass in training gives to the losses.

    ``states`` and ``early`` are ``[batch, text, width]``, ``patches`` ``[batch, 352, 128]``,
    ``tokens`` ``[batch, 88, 192]``; ``lookups`` has an entry for each full-attention layer.
    """

    states: Tensor
    early: Tensor
    patches: Tensor
    tokens: Tensor
    lookups: tuple[Lookup, ...]


class Trunk(nn.Module):
    """The two towers, under the name that published checkpoints give them."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.visual = VisionTower(sizes)
        self.language_model = LanguageModel(sizes)


class TrainingHeads(nn.Module):
    """Linear maps to characters and tokens that make the towers read; not exported."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        classes = sizes.character_classes
        self.patch_characters = nn.Linear(sizes.vision_width, CELLS_IN_PATCH * classes)
        self.token_characters = nn.Linear(sizes.width, CELLS_IN_TOKEN * classes)
        self.early_exit = nn.Linear(sizes.width, sizes.vocabulary + CELLS_IN_TOKEN)


class Network(nn.Module):
    """The network with its weights initialised for training from scratch."""

    def __init__(self, sizes: Configuration = CONFIGURATION) -> None:
        super().__init__()
        self.sizes = sizes
        self.model = Trunk(sizes)
        self.lm_head = nn.Linear(sizes.width, sizes.vocabulary, bias=False)
        self.training_heads = TrainingHeads(sizes)
        prefix = torch.tensor(IMAGE_PREFIX_IDS)
        self.register_buffer("prefix", prefix, persistent=False)
        initialise(self)

    def rotation(self, text_length: int) -> tuple[Tensor, Tensor]:
        """Return the angles for a page followed by ``text_length`` tokens."""
        positions = page_positions(self.sizes, len(IMAGE_PREFIX_IDS), text_length)
        return rotation_angles(self.sizes, positions)

    def embedded(self, images: Tensor, text: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the sequence's embeddings, the patch features and the image tokens."""
        patches, tokens = self.model.visual(images)
        embed = self.model.language_model.embed_tokens
        before = embed(self.prefix).expand(len(images), -1, -1).to(tokens.dtype)
        return torch.cat([before, tokens, embed(text).to(tokens.dtype)], 1), patches, tokens

    def run_layers(
        self,
        states: Tensor,
        rotation: tuple[Tensor, Tensor],
        caches: list[LayerCache] | None = None,
    ) -> tuple[Tensor, Tensor, tuple[Lookup, ...]]:
        """Return the normed last states, the states after the early layer, and all lookups."""
        cosines, sines = (angles.to(states.dtype) for angles in rotation)
        lookups: list[Lookup] = []
        early = states
        for number, layer in enumerate(self.model.language_model.layers):
            layer_cache = None if caches is None else caches[number]
            states, lookup = layer(states, cosines, sines, layer_cache)
            if lookup is not None:
                lookups.append(lookup)
            if number == EARLY_EXIT_LAYER:
                early = states
        return self.model.language_model.norm(states), early, tuple(lookups)

    def forward(self, images: Tensor, text: Tensor, rotation: tuple[Tensor, Tensor]) -> Reading:
        """Return the reading of images ``[batch, 352, 256]`` and text ids ``[batch, text]``."""
        sequence, patches, tokens = self.embedded(images, text)
        states, early, lookups = self.run_layers(sequence, rotation)
        length = text.shape[1]
        return Reading(states[:, -length:], early[:, -length:], patches, tokens, lookups)

    def compile_parts(self) -> None:
        """Compile each block and layer on its own; whole graphs take too long."""
        # one forward function serves all layers of a kind and all text lengths
        torch._dynamo.config.recompile_limit = MOST_COMPILATIONS
        parts = [
            *self.model.visual.blocks,
            self.model.visual.merger,
            *self.model.language_model.layers,
        ]
        for part in parts:
            part.compile(dynamic=False)


@torch.no_grad()
def initialise(network: Network) -> None:
    """Set all weights at random from torch's generator."""
    sizes = network.sizes
    for module in network.modules():
        match module:
            case nn.Linear():
                nn.init.normal_(module.weight, std=0.8 / math.sqrt(module.in_features))
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            case nn.Embedding():
                nn.init.normal_(module.weight, std=0.3)
            case nn.Conv1d():
                nn.init.normal_(module.weight, std=0.3)
            case _:
                pass
    nn.init.normal_(network.model.visual.pos_embed.weight, std=0.1)
    nn.init.zeros_(network.lm_head.weight)
    for layer in network.model.language_model.layers:
        layer.mlp.down_proj.weight.mul_(0.5)
        if layer.is_full_attention:
            layer.self_attn.o_proj.weight.mul_(0.5)
            continue
        delta = layer.linear_attn
        delta.out_proj.weight.mul_(0.5)
        delta.conv1d.weight[:, 0, -1] += 0.7
        delta.A_log.copy_(torch.linspace(0.05, 4, sizes.delta_heads).log())
        rates = torch.linspace(math.log(0.02), math.log(0.3), sizes.delta_heads).exp()
        delta.dt_bias.copy_(rates + torch.log(-torch.expm1(-rates)))

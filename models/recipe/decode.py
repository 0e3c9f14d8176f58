"""Greedy decoding of a checkpoint in torch, with caches, for batches of pages."""

from __future__ import annotations

from collections import defaultdict

import torch
from torch import Tensor

from recipe.delta import LayerCache
from recipe.network import Network
from recipe.rotary import rotation_angles
from recipe.tokenizer import END_OF_TEXT, TOKEN_IDS, TURN_END

STOP_IDS = (TOKEN_IDS[TURN_END], TOKEN_IDS[END_OF_TEXT])


def answers(
    network: Network, images: Tensor, prompts: list[list[int]], longest: int = 240
) -> list[list[int]]:
    """Return the ids after each prompt up to the stop token; images ``[count, 352, 256]``."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for number, prompt in enumerate(prompts):
        by_length[len(prompt)].append(number)
    found: dict[int, list[int]] = {}
    for numbers in by_length.values():
        same_length = torch.tensor([prompts[number] for number in numbers])
        decoded = decoded_together(network, images[numbers], same_length, longest)
        found.update(zip(numbers, decoded, strict=True))
    return [found[number] for number in range(len(prompts))]


@torch.inference_mode()
def decoded_together(
    network: Network, images: Tensor, prompts: Tensor, longest: int
) -> list[list[int]]:
    """Return the answers to prompts ``[count, length]`` of one length."""
    caches: list[LayerCache] = [{} for _ in network.model.language_model.layers]
    embed = network.model.language_model.embed_tokens
    sequence, _, _ = network.embedded(images, prompts)
    states, _, _ = network.run_layers(sequence, network.rotation(prompts.shape[1]), caches)
    sizes = network.sizes
    position = len(network.prefix) + max(sizes.token_rows, sizes.token_columns) + prompts.shape[1]
    ended = torch.zeros(len(prompts), dtype=torch.bool)
    found: list[list[int]] = [[] for _ in prompts]
    for _ in range(longest):
        ids = network.lm_head(states[:, -1].float()).argmax(-1)
        for answer, over, token in zip(found, ended.tolist(), ids.tolist(), strict=True):
            if not over:
                answer.append(token)
        ended |= torch.isin(ids, torch.tensor(STOP_IDS))
        if bool(ended.all()):
            break
        rotation = rotation_angles(sizes, torch.full((3, 1), position))
        states, _, _ = network.run_layers(embed(ids)[:, None], rotation, caches)
        position += 1
    return found

"""Read the pages and the prompt: vision page by page, then the text model chunk by chunk.

Leans on mlx-vlm 0.7.10: `prepare_inputs`, `model.vision_tower`, `model.get_input_embeddings`
with `cached_image_features`, `model.language_model` with a prompt cache. One state per call;
a later prefix reuse starts from a copy of `Prefix.cache` at the last image token.
"""

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from endstop.documents.source import PageImage
from endstop.engines.engine import Cancelled, Prefilling
from endstop.errors import CancelledError

if TYPE_CHECKING:
    import mlx.core as mx

CHUNK = 512  # prompt tokens a forward pass


@dataclass(slots=True)
class Prefix:
    """The model's state after the prompt: `logits` of the next token, shape (1, vocabulary)."""

    cache: list[Any]
    logits: "mx.array"
    prompt_tokens: int
    forward_passes: int


@dataclass(frozen=True, slots=True)
class Inputs:
    """The tokenised prompt and the preprocessed pages, as mlx-vlm's processor gives them."""

    ids: "mx.array"
    pixels: "mx.array | None"
    mask: "mx.array | None"
    extras: dict[str, Any]


def prepare(model: Any, processor: Any, pages: list[PageImage], prompt: str) -> Inputs:
    """Tokenise the templated prompt and preprocess the pages."""
    from mlx_vlm.prompt_utils import apply_chat_template
    from mlx_vlm.utils import prepare_inputs, should_add_special_tokens
    from PIL import Image

    images = [Image.frombytes("RGB", (page.width, page.height), page.rgb) for page in pages]
    text = apply_chat_template(
        processor, model.config, prompt, num_images=len(images), enable_thinking=False
    )
    prepared = prepare_inputs(
        processor,
        images=images or None,
        prompts=text,
        image_token_index=model.config.image_token_index,
        add_special_tokens=should_add_special_tokens(model.config.model_type, processor),
    )
    named = ("input_ids", "pixel_values", "attention_mask")
    extras = {name: value for name, value in prepared.items() if name not in named}
    return Inputs(
        prepared["input_ids"],
        prepared.get("pixel_values"),
        prepared.get("attention_mask"),
        extras,
    )


def prefill(
    model: Any, inputs: Inputs, cancelled: Cancelled
) -> Generator[Prefilling, None, Prefix]:
    """Read the whole prompt and return the state. Raises CancelledError between passes."""
    import mlx.core as mx
    from mlx_vlm.models.cache import make_prompt_cache

    total = int(inputs.ids.shape[1])
    yield Prefilling(0, total)
    features = yield from _see(model, inputs, total, cancelled)
    seen = {} if features is None else {"cached_image_features": features}
    embedded = model.get_input_embeddings(
        inputs.ids, inputs.pixels, mask=inputs.mask, **seen, **inputs.extras
    )
    cache = make_prompt_cache(model.language_model)
    done = passes = 0
    while done < total:
        if cancelled():
            raise CancelledError
        end = min(done + CHUNK, total - 1) if done < total - 1 else total
        output = model.language_model(
            inputs.ids[:, done:end],
            inputs_embeds=embedded.inputs_embeds[:, done:end],
            cache=cache,
            position_ids=embedded.position_ids,
            rope_deltas=embedded.rope_deltas,
        )
        mx.eval([layer.state for layer in cache])
        done, passes = end, passes + 1
        yield Prefilling(done, total)
    logits = output.logits[:, -1]  # lazy: only the last token's row is ever computed
    mx.eval(logits)
    mx.clear_cache()
    return Prefix(cache, logits, total, passes)


def _see(
    model: Any, inputs: Inputs, total: int, cancelled: Cancelled
) -> "Generator[Prefilling, None, mx.array | None]":
    """The pages' features, one page a step, so that a long document can be stopped."""
    import mlx.core as mx

    grids = inputs.extras.get("image_grid_thw")
    if inputs.pixels is None or grids is None:
        return None
    dtype = model.vision_tower.patch_embed.proj.weight.dtype
    features, start = [], 0
    for grid in grids:
        if cancelled():
            raise CancelledError
        end = start + math.prod(grid.tolist())
        seen, _ = model.vision_tower(inputs.pixels[start:end].astype(dtype), grid[None])
        mx.eval(seen)
        features.append(seen)
        start = end
        yield Prefilling(0, total)
    return mx.concatenate(features)

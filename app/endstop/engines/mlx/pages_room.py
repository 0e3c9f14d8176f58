"""What pages and a prompt take of a model, told before there is a pixel.

The tokens are exact for processors that say how many an image becomes (mlx-vlm 0.7.10:
`estimate_num_image_tokens`); the memory is the least that reading them takes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from endstop.engines.mlx.loading import Loaded
from endstop.engines.mlx.prompt_text import lay_out
from endstop.engines.room import Room


def room_for(loaded: Loaded, prompt: str, max_tokens: int) -> Room | None:
    """The room of a generation; None if the processor does not say what an image becomes."""
    from mlx_vlm.utils import estimate_num_image_tokens

    model, processor = loaded.model, loaded.processor
    if not hasattr(getattr(processor, "image_processor", None), "num_image_tokens"):
        return None
    one, two = (_tokens(loaded, pages, prompt) for pages in (1, 2))
    markers = two - one - 1  # a page is one placeholder as yet

    @cache
    def page_tokens(width: int, height: int) -> int:
        try:
            return int(estimate_num_image_tokens(processor, height, width)) + markers
        except ValueError:  # a shape that the processor refuses
            return 0

    return make_room(model, page_tokens, one - markers - 1, max_tokens)


def make_room(
    model: Any, page_tokens: Callable[[int, int], int], words: int, max_tokens: int
) -> Room:
    """The room of a model for pages of so many tokens and a prompt of so many words."""
    import psutil

    return Room(
        page_tokens=page_tokens,
        words=words,
        answer=max_tokens,
        context=getattr(model.config.text_config, "max_position_embeddings", None) or None,
        token_bytes=_token_bytes(model),
        free=int(psutil.virtual_memory().available),
    )


def _tokens(loaded: Loaded, pages: int, prompt: str) -> int:
    """The tokens of a prompt whose pages are a placeholder each."""
    from mlx_vlm.utils import should_add_special_tokens

    special = should_add_special_tokens(loaded.model.config.model_type, loaded.processor)
    text = lay_out(loaded, pages, prompt, lambda: False).whole
    return len(loaded.processor.tokenizer(text, add_special_tokens=special).input_ids)


def _token_bytes(model: Any) -> int:
    """The bytes that a token of the prompt takes: keys and values of each layer that attends to
    all tokens, and its embedding, once as it is read and once among the others.
    """
    from mlx_vlm.models.cache import KVCache, make_prompt_cache

    config = model.config.text_config
    attending = sum(type(layer) is KVCache for layer in make_prompt_cache(model.language_model))
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    numbers = attending * 2 * heads * width + 2 * config.hidden_size
    return int(numbers * model.vision_tower.patch_embed.proj.weight.dtype.size)

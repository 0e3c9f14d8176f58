"""Read the pages and the prompt: vision page by page, then the text model chunk by chunk.

Leans on mlx-vlm 0.7.10: `model.vision_tower`, `model.get_input_embeddings`
with `cached_image_features`, `language_model.get_rope_index`, `model.language_model` with a prompt
cache. A prompt whose pages were read before starts from the kept state.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from endstop.documents.source import PageImage
from endstop.engines.engine import Cancelled, Prefilling
from endstop.engines.mlx.cache_copies import copies
from endstop.engines.mlx.loading import Loaded
from endstop.engines.mlx.page_inputs import Views, page_inputs
from endstop.engines.mlx.pages_room import make_room
from endstop.engines.mlx.prefix_store import PrefixStore, Snapshot
from endstop.engines.mlx.prompt_text import PromptText, fingerprint, lay_out
from endstop.engines.room import Shape
from endstop.errors import CancelledError

if TYPE_CHECKING:
    import mlx.core as mx

CHUNK = 512  # prompt tokens a forward pass

Reading = Generator[Prefilling, None, "Prefix"]


@dataclass(slots=True)
class Prefix:
    """The model's state after all of the prompt but `pending`, its last token.

    That one joins the first pass of the answer.
    """

    cache: list[Any]
    pending: int
    prompt_tokens: int
    cached_tokens: int
    forward_passes: int


@dataclass(frozen=True, slots=True)
class _Prompt:
    """A prompt ready to be read: all ids, the embeddings of those from `start` on, positions.

    `seen` is the number of tokens up to the last page. `extras` are the pages' grids.
    """

    ids: "mx.array"
    embeddings: "mx.array"
    positions: "mx.array"
    rope_deltas: "mx.array"
    cache: list[Any]
    start: int
    seen: int
    extras: dict[str, Any]


def prefill(
    loaded: Loaded,
    pages: Sequence[PageImage],
    prompt: str,
    store: PrefixStore,
    cancelled: Cancelled,
) -> Reading:
    """Read the prompt but its last token and return the state.

    Raises CancelledError between passes, ModelError if the chat template does not write the prompt.
    """
    model, processor = loaded.model, loaded.processor
    text = lay_out(loaded, len(pages), prompt, cancelled)
    key = fingerprint(pages, text.seen) if text.seen else None
    kept = store.find(key) if key else None
    if kept is not None:
        ready = _resumed(model, processor, kept, text)
    else:
        ready = yield from _fresh(model, processor, pages, text, cancelled)
    return (yield from _read(model, ready, store, None if kept else key, cancelled))


def _resumed(model: Any, processor: Any, kept: Snapshot, text: PromptText) -> _Prompt:
    """The rest of the prompt after pages that were read before."""
    import mlx.core as mx

    rest = processor.tokenizer(text.rest, add_special_tokens=False).input_ids
    ids = mx.array([[*kept.ids, *rest]])
    positions, deltas = model.language_model.get_rope_index(ids, kept.extras.get("image_grid_thw"))
    embeddings = model.language_model.model.embed_tokens(mx.array([rest]))
    seen = len(kept.ids)
    return _Prompt(ids, embeddings, positions, deltas, kept.cache, seen, seen, kept.extras)


def _fresh(
    model: Any, processor: Any, pages: Sequence[PageImage], text: PromptText, cancelled: Cancelled
) -> Generator[Prefilling, None, _Prompt]:
    """The whole prompt, the pages seen one by one."""
    from mlx_vlm.models.cache import make_prompt_cache

    inputs = page_inputs(model, processor, pages, text)
    ids, extras = inputs.ids, inputs.extras
    total = int(ids.shape[1])
    _refuse_if_too_long(model, total, pages)
    yield Prefilling(0, total)
    pixels = inputs.pixels
    if inputs.views is not None:
        features, grids = yield from _see(model, inputs.views, total, cancelled)
        pixels = features if pixels is None else pixels  # that there are any is what matters
        extras = {**extras, "cached_image_features": features, "image_grid_thw": grids}
    embedded = model.get_input_embeddings(ids, pixels, **extras)
    return _Prompt(
        ids,
        embedded.inputs_embeds,
        embedded.position_ids,
        embedded.rope_deltas,
        make_prompt_cache(model.language_model),
        0,
        _last_page_end(model, ids) if pages else 0,
        {"image_grid_thw": extras.get("image_grid_thw")},
    )


def _refuse_if_too_long(model: Any, total: int, pages: Sequence[PageImage]) -> None:
    """Raise ModelError where the prompt is longer than what was asked for leaves room for.

    The last line of defence: whoever knows the pages' sizes asks for the room before.
    """
    share = total // max(1, len(pages))
    room = make_room(model, lambda _width, _height: share, total - share * len(pages), 1)
    room.refuse_more([Shape(page.number, page.width, page.height) for page in pages])


def _last_page_end(model: Any, ids: "mx.array") -> int:
    """The number of tokens up to the end of the last page."""
    flat: Any = ids[0].tolist()
    after: int = flat[::-1].index(model.config.image_token_id)
    return len(flat) - after


def _see(
    model: Any, views: Views, total: int, cancelled: Cancelled
) -> "Generator[Prefilling, None, tuple[mx.array, mx.array]]":
    """The pages' features and grids, one page a step, so that a long document can be stopped."""
    import mlx.core as mx

    dtype = model.vision_tower.patch_embed.proj.weight.dtype
    features, grids = [], []
    for patches, grid in views:
        if cancelled():
            raise CancelledError
        seen = model.vision_tower(patches.astype(dtype), grid)[0]
        mx.eval(seen)
        features.append(seen)
        grids.append(grid)
        yield Prefilling(0, total)
    return mx.concatenate(features), mx.concatenate(grids)


def _read(
    model: Any, prompt: _Prompt, store: PrefixStore, key: bytes | None, cancelled: Cancelled
) -> Reading:
    """Pass over the prompt in chunks; keep the state after the last page under `key`."""
    import mlx.core as mx

    total = int(prompt.ids.shape[1])
    done, passes = prompt.start, 0
    yield Prefilling(done, total)
    while done < total - 1:
        if cancelled():
            raise CancelledError
        end = _chunk_end(done, prompt.seen, total)
        model.language_model(
            prompt.ids[:, done:end],
            inputs_embeds=prompt.embeddings[:, done - prompt.start : end - prompt.start],
            cache=prompt.cache,
            position_ids=prompt.positions,
            rope_deltas=prompt.rope_deltas,
        )
        mx.eval([layer.state for layer in prompt.cache])  # the logits are never computed
        done, passes = end, passes + 1
        if key is not None and done == prompt.seen:
            read: Any = prompt.ids[0, :done].tolist()
            store.keep(key, Snapshot(tuple(read), copies(prompt.cache), prompt.extras))
        yield Prefilling(done, total)
    if cancelled():
        raise CancelledError
    mx.clear_cache()
    yield Prefilling(total, total)
    pending: Any = prompt.ids[0, -1].item()
    return Prefix(prompt.cache, pending, total, prompt.start, passes)


def _chunk_end(done: int, seen: int, total: int) -> int:
    """Where the next chunk ends: at the last page's end, or before the last token."""
    end = min(done + CHUNK, total - 1)
    return seen if done < seen < end else end

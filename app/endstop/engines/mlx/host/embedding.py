"""A prompt with its pages as embeddings, and what a family's text model wants beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from endstop.engines.mlx.families import Family
from endstop.engines.mlx.host.page_inputs import PageInputs, Views

if TYPE_CHECKING:
    import mlx.core as mx

# Of what mlx-vlm 0.7.10 computes beside the embeddings: one entry a token (axis 1), and whole.
_BY_TOKEN = ("mm_token_type_ids", "token_type_ids", "per_layer_inputs")
_WHOLE = ("visual_pos_masks", "deepstack_visual_embeds")


@dataclass(frozen=True, slots=True)
class EmbeddedPrompt:
    """A prompt that is ready to be read from its token `start` on.

    `ids` are those of the whole prompt, shape (1, tokens), and `positions` theirs, None where they
    are counted; `embeddings` and the arrays of `by_token` begin at `start`. `pages_end` is the
    number of tokens up to the last page's end; `grids` are the pages', where there are any.
    """

    ids: "mx.array"
    embeddings: "mx.array"
    start: int
    pages_end: int
    positions: "mx.array | None" = None
    grids: "mx.array | None" = None
    by_token: Mapping[str, "mx.array"] = field(default_factory=dict)
    whole: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return int(self.ids.shape[1])

    def part(self, start: int, end: int) -> dict[str, Any]:
        """What the text model takes to read the tokens from `start` to `end`."""
        here = slice(start - self.start, end - self.start)
        by_token = {name: array[:, here] for name, array in self.by_token.items()}
        if self.positions is not None:
            by_token["position_ids"] = self.positions[..., start:end]
        embeddings = self.embeddings[:, here]
        return {"inputs_embeds": embeddings, **by_token, **self.whole}


@dataclass(slots=True)
class _Seen:
    """What the vision model made of the pages; `layers` are what some add inside the text model."""

    features: list["mx.array"] = field(default_factory=list)
    layers: list[list["mx.array"]] = field(default_factory=list)
    grids: list["mx.array"] = field(default_factory=list)


def embed(model: Any, family: Family, inputs: PageInputs) -> Iterator[EmbeddedPrompt | None]:
    """The prompt embedded: None after each page that was seen, at last the prompt."""
    import mlx.core as mx

    seen = _Seen()
    pixels, extras = inputs.pixels, dict(inputs.extras)
    if inputs.views is not None:
        for _page in _look(model, inputs.views, seen):
            yield None
        features = mx.concatenate(seen.features)
        pixels = features if pixels is None else pixels  # that there are any is what matters
        extras |= {
            "cached_image_features": features,
            "image_grid_thw": mx.concatenate(seen.grids),
        }
    found = model.get_input_embeddings(inputs.ids, pixels, **extras)
    beside = {**extras, **found.to_dict()}
    if seen.layers:
        beside["deepstack_visual_embeds"] = [
            mx.concatenate(list(pages)) for pages in zip(*seen.layers, strict=True)
        ]
    grids = beside.get("image_grid_thw") if family.grids else None
    yield EmbeddedPrompt(
        inputs.ids,
        found.inputs_embeds,
        0,
        0 if pixels is None else _pages_end(model, inputs),
        _positions(model, family, inputs.ids, grids),
        grids,
        _chosen(_BY_TOKEN, beside),
        _chosen(_WHOLE, beside) if seen.layers else {},
    )


def embed_rest(
    model: Any, family: Family, ids: list[int], start: int, grids: "mx.array | None"
) -> EmbeddedPrompt:
    """A prompt whose first `start` tokens were read before; there is no page among the others."""
    import mlx.core as mx

    whole = mx.array([ids])
    found = model.get_input_embeddings(whole[:, start:], None)
    positions = _positions(model, family, whole, grids)
    by_token = _chosen(_BY_TOKEN, found.to_dict())
    return EmbeddedPrompt(whole, found.inputs_embeds, start, start, positions, grids, by_token)


def _chosen(names: tuple[str, ...], beside: Mapping[str, Any]) -> dict[str, Any]:
    return {name: beside[name] for name in names if beside.get(name) is not None}


def _look(model: Any, views: Views, seen: _Seen) -> Iterator[None]:
    """Let the vision model see one page a step."""
    import mlx.core as mx

    dtype = model.vision_tower.patch_embed.proj.weight.dtype
    for patches, grid in views:
        made = model.vision_tower(patches.astype(dtype), grid)
        features, layers = made if isinstance(made, tuple) else (made, None)
        mx.eval(features, layers or [])
        seen.features.append(features)
        seen.grids.append(grid)
        if layers:
            seen.layers.append(list(layers))
        yield


def _positions(
    model: Any, family: Family, ids: "mx.array", grids: "mx.array | None"
) -> "mx.array | None":
    """The tokens' positions, where grids count in them; the model is told where the answer goes on.

    mlx-vlm keeps the distance between a token's place and its position on the model.
    """
    if not family.grids:
        return None
    positions, model.language_model._rope_deltas = model.language_model.get_rope_index(ids, grids)
    return positions  # type: ignore[no-any-return]


def _pages_end(model: Any, inputs: PageInputs) -> int:
    """The number of tokens up to the end of the last page."""
    known = (
        inputs.extras.get("image_token_index"),  # of the tokenizer, where the processor says so
        getattr(model.config, "image_token_id", None),
        getattr(model.config, "image_token_index", None),
    )
    page = next(int(token) for token in known if token is not None)
    flat: Any = inputs.ids[0].tolist()
    return len(flat) - int(flat[::-1].index(page))

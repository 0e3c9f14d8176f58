"""The prompt as token ids, and the pages as what the model sees of them.

A page's patches take eight times the memory of its pixels: 36 MB for one of lift's. A processor
that says how many tokens an image becomes lets the ids be known first and the patches be made one
page at a time.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PIL import Image

from endstop.documents.source import PageImage
from endstop.engines.mlx.families import Family

if TYPE_CHECKING:
    import mlx.core as mx

Views = Iterator[tuple["mx.array", "mx.array"]]


@dataclass(frozen=True, slots=True)
class PageInputs:
    """What a model is given.

    `ids` of the whole prompt, shape (1, tokens). `views` makes each page's patches and its grid,
    shape (1, 3), in turn; None where there are no pages, or no grids. `pixels` are all pages
    where the processor makes them at once; `extras` is what else goes with them.
    """

    ids: "mx.array"
    views: Views | None
    pixels: Any
    extras: dict[str, Any]


def page_inputs(
    model: Any, processor: Any, family: Family, pages: Sequence[PageImage], text: str
) -> PageInputs:
    """The inputs for `text` with `pages` in the places of its placeholders."""
    special = adds_special_tokens(model, processor)
    whole = _with_page_tokens(processor, family, pages, text)
    if whole is None:
        return _at_once(model, processor, family, pages, text, special)
    import mlx.core as mx

    ids = processor.tokenizer(whole, add_special_tokens=special).input_ids
    return PageInputs(mx.array([ids]), _views(processor, pages), None, {})


def adds_special_tokens(model: Any, processor: Any) -> bool:
    """Whether the tokenizer puts markers of its own around a prompt."""
    from mlx_vlm.utils import should_add_special_tokens

    return bool(should_add_special_tokens(model.config.model_type, processor))


def _with_page_tokens(
    processor: Any, family: Family, pages: Sequence[PageImage], text: str
) -> str | None:
    """The text with a placeholder for each token of a page, as mlx-vlm's processors write it.

    None if the processor does not say how many, or the text has another number of places.
    """
    count = getattr(processor.image_processor, "num_image_tokens", None)
    place = family.placeholder
    if count is None or not family.grids or not pages or text.count(place) != len(pages):
        return None
    first, *rest = text.split(place)
    return first + "".join(
        place * count(page.height, page.width) + after
        for page, after in zip(pages, rest, strict=True)
    )


def _views(processor: Any, pages: Sequence[PageImage]) -> Views:
    import mlx.core as mx

    for page in pages:
        seen = processor.image_processor(images=[_image(page)])
        yield mx.array(seen["pixel_values"]), mx.array(seen["image_grid_thw"])


def _at_once(
    model: Any,
    processor: Any,
    family: Family,
    pages: Sequence[PageImage],
    text: str,
    special: bool,
) -> PageInputs:
    """The inputs as mlx-vlm prepares them, all pages together."""
    from mlx_vlm.utils import prepare_inputs

    prepared = dict(
        prepare_inputs(
            processor,
            images=[_image(page) for page in pages] or None,
            prompts=text,
            image_token_index=getattr(model.config, "image_token_index", None),
            add_special_tokens=special,
        )
    )
    ids, pixels = prepared.pop("input_ids"), prepared.pop("pixel_values", None)
    prepared["mask"] = prepared.pop("attention_mask", None)
    grids = prepared.get("image_grid_thw") if family.grids else None
    views = None if pixels is None or grids is None else _slices(pixels, grids)
    return PageInputs(ids, views, pixels, prepared)


def _slices(pixels: "mx.array", grids: Any) -> Views:
    """The patches of each page among those of all."""
    start = 0
    for grid in grids:
        end = start + math.prod(grid.tolist())
        yield pixels[start:end], grid[None]
        start = end


def _image(page: PageImage) -> Image.Image:
    return Image.frombytes("RGB", (page.width, page.height), page.rgb)

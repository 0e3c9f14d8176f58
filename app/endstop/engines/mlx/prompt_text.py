"""The prompt as the chat template lays it out, cut after the last page."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from endstop.documents.source import PageImage


@dataclass(frozen=True, slots=True)
class PromptText:
    """`seen` runs to the last page's placeholder, `rest` is what follows: the words, the schema.

    All questions on the same pages share `seen`; it is empty where that cannot be told.
    """

    seen: str
    rest: str

    @property
    def whole(self) -> str:
        """The whole prompt."""
        return self.seen + self.rest


def lay_out(model: Any, processor: Any, pages: int, prompt: str) -> PromptText:
    """One user turn: so many pages, then the prompt; thinking off."""
    from mlx_vlm.prompt_utils import apply_chat_template

    text: str = apply_chat_template(
        processor, model.config, prompt, num_images=pages, enable_thinking=False
    )
    placeholder = getattr(processor, "image_token", None)
    if not pages or not placeholder or placeholder not in text:
        return PromptText("", text)
    cut = text.rindex(placeholder) + len(placeholder)
    return PromptText(text[:cut], text[cut:])


def fingerprint(pages: Sequence[PageImage], seen: str) -> bytes:
    """What tells one document's pages from another's: a SHA-256 of pixels, sizes and layout."""
    digest = hashlib.sha256(seen.encode())
    for page in pages:
        digest.update(f"{page.width}x{page.height}".encode())
        digest.update(page.rgb)
    return digest.digest()

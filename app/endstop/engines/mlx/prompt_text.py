"""The prompt as the chat template lays it out, cut after the last page."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from endstop.documents.source import PageImage
from endstop.engines.engine import Cancelled
from endstop.engines.mlx.host.host import Host


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


def lay_out(host: Host, pages: int, prompt: str, cancelled: Cancelled) -> PromptText:
    """One user turn: so many pages, and the prompt; thinking off.

    Raises ModelError if the chat template does not write it, CancelledError if `cancelled`.
    """
    text = host.laid_out(prompt, pages, cancelled)
    if not pages or host.placeholder not in text:
        return PromptText("", text)
    cut = text.rindex(host.placeholder) + len(host.placeholder)
    return PromptText(text[:cut], text[cut:])


def fingerprint(pages: Sequence[PageImage], seen: str) -> bytes:
    """What tells one document's pages from another's: a SHA-256 of pixels, sizes and layout."""
    digest = hashlib.sha256(seen.encode())
    for page in pages:
        digest.update(f"{page.width}x{page.height}".encode())
        digest.update(page.rgb)
    return digest.digest()

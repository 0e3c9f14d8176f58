"""What pages and a prompt take of a model, told before there is a pixel.

The tokens are exact for processors that say how many an image becomes; the memory is the least that
reading them takes.
"""

from collections.abc import Callable
from functools import cache

from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.prompt_text import lay_out
from endstop.engines.room import Room

_ANY_SIDE = 512  # pixels


def room_for(host: Host, prompt: str, max_tokens: int) -> Room | None:
    """The room of a generation; None if the processor does not say what an image becomes."""
    if host.page_tokens(_ANY_SIDE, _ANY_SIDE) is None:
        return None
    one, two = (
        len(host.ids_of(lay_out(host, pages, prompt, lambda: False).whole, whole=True))
        for pages in (1, 2)
    )
    markers = two - one - 1  # a page is one placeholder as yet

    @cache
    def page_tokens(width: int, height: int) -> int:
        try:
            return (host.page_tokens(width, height) or 0) + markers
        except ValueError:  # a shape that the processor refuses
            return 0

    return make_room(host, page_tokens, one - markers - 1, max_tokens)


def make_room(
    host: Host, page_tokens: Callable[[int, int], int], words: int, max_tokens: int
) -> Room:
    """The room of a model for pages of so many tokens and a prompt of so many words."""
    import psutil

    return Room(
        page_tokens=page_tokens,
        words=words,
        answer=max_tokens,
        context=host.context,
        token_bytes=host.token_bytes(),
        free=int(psutil.virtual_memory().available),
    )

"""Read the pages and the prompt: page by page, then chunk by chunk.

A prompt whose pages were read before starts from the kept state.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from endstop.documents.source import PageImage
from endstop.engines.engine import Cancelled, Prefilling
from endstop.engines.mlx.cache_copies import copies
from endstop.engines.mlx.host.embedding import EmbeddedPrompt
from endstop.engines.mlx.host.host import Cache, Host
from endstop.engines.mlx.pages_room import make_room
from endstop.engines.mlx.prefix_store import PrefixStore, Snapshot
from endstop.engines.mlx.prompt_text import PromptText, fingerprint, lay_out
from endstop.engines.room import Shape
from endstop.errors import CancelledError

Reading = Generator[Prefilling, None, "Prefix"]


@dataclass(slots=True)
class Prefix:
    """The model's state after all of the prompt but `pending`, its last token.

    That one joins the first pass of the answer.
    """

    cache: Cache
    pending: int
    prompt_tokens: int
    cached_tokens: int
    forward_passes: int


@dataclass(frozen=True, slots=True)
class _Keeping:
    """Where the state after the pages is to be kept, and the text between them and the question."""

    store: PrefixStore
    key: bytes
    tail: str


def prefill(
    host: Host, pages: Sequence[PageImage], prompt: str, store: PrefixStore, cancelled: Cancelled
) -> Reading:
    """Read the prompt but its last token and return the state.

    Raises CancelledError between passes, ModelError if the chat template does not write the prompt.
    """
    text = lay_out(host, len(pages), prompt, cancelled)
    key = fingerprint(pages, text.seen) if text.seen else None
    if key is not None and (kept := store.find(key)) is not None:
        ids = [*kept.ids, *host.ids_of(kept.tail + text.rest)]
        ready = host.continued(ids, len(kept.ids), kept.grids)
        return (yield from _read(host, ready, kept.cache, None, cancelled))
    ready = yield from _fresh(host, pages, text, cancelled)
    keeping = None
    if key is not None and (tail := _tail(host, ready, text.rest)) is not None:
        keeping = _Keeping(store, key, tail)
    return (yield from _read(host, ready, host.new_cache(), keeping, cancelled))


def _fresh(
    host: Host, pages: Sequence[PageImage], text: PromptText, cancelled: Cancelled
) -> Generator[Prefilling, None, EmbeddedPrompt]:
    """The whole prompt, the pages seen one by one where the model lets them."""
    inputs = host.inputs(pages, text.whole)
    total = int(inputs.ids.shape[1])
    _refuse_if_too_long(host, total, pages)
    yield Prefilling(0, total)
    steps, ready = host.embedded(inputs), None
    while ready is None:
        if cancelled():
            raise CancelledError
        ready = next(steps)
        yield Prefilling(0, total)
    return ready


def _refuse_if_too_long(host: Host, total: int, pages: Sequence[PageImage]) -> None:
    """Raise ModelError where the prompt is longer than what was asked for leaves room for.

    The last line of defence: whoever knows the pages' sizes asks for the room before.
    """
    share = total // max(1, len(pages))
    room = make_room(host, lambda _width, _height: share, total - share * len(pages), 1)
    room.refuse_more([Shape(page.number, page.width, page.height) for page in pages])


def _tail(host: Host, prompt: EmbeddedPrompt, rest: str) -> str | None:
    """What a processor writes between a page's tokens and what follows its placeholder, `rest`.

    None where another `rest` could not be put there, as the tokens would be others than of the
    whole prompt.
    """
    read: list[int] = prompt.ids[0].tolist()  # type: ignore[assignment]
    after = read[prompt.pages_end :]
    text = host.text_of(after)
    if not text.endswith(rest) or host.ids_of(text) != after:
        return None
    return text.removesuffix(rest)


def _read(
    host: Host, prompt: EmbeddedPrompt, cache: Cache, keeping: _Keeping | None, cancelled: Cancelled
) -> Reading:
    """Pass over the prompt in chunks; keep the state after the last page."""
    import mlx.core as mx

    total, longest = len(prompt), host.longest_pass(prompt, cache)
    done, passes = prompt.start, 0
    yield Prefilling(done, total)
    while done < total - 1:
        if cancelled():
            raise CancelledError
        end = _chunk_end(done, prompt.pages_end, total, longest)
        host.read(prompt, done, end, cache)
        done, passes = end, passes + 1
        if keeping is not None and done == prompt.pages_end:
            _keep(keeping, prompt, cache)
        yield Prefilling(done, total)
    if cancelled():
        raise CancelledError
    mx.clear_cache()
    yield Prefilling(total, total)
    pending: int = prompt.ids[0, -1].item()  # type: ignore[assignment]
    return Prefix(cache, pending, total, prompt.start, passes)


def _keep(keeping: _Keeping, prompt: EmbeddedPrompt, cache: Cache) -> None:
    read: list[int] = prompt.ids[0, : prompt.pages_end].tolist()  # type: ignore[assignment]
    snapshot = Snapshot(tuple(read), copies(cache), keeping.tail, prompt.grids)
    keeping.store.keep(keeping.key, snapshot)


def _chunk_end(done: int, pages_end: int, total: int, longest: int) -> int:
    """Where the next chunk ends: at the last page's end, or before the last token."""
    end = min(done + longest, total - 1)
    return pages_end if done < pages_end < end else end

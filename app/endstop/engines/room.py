"""How much of a document a model can read with one prompt, and the refusal of what is more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from endstop.documents.page_ranges import PageRanges
from endstop.errors import ModelError
from endstop.translation import _, ngettext

# The part of a context that is kept for the answer, if it may be that long.
_ANSWER_SHARE = 16
# Of a model that does not say what it holds.
_USUAL_CONTEXT = 32_768
_BYTES_A_PIXEL = 3
# A range that is longer, of pages here and there, helps nobody.
_LONGEST_RANGE = 24


@dataclass(frozen=True, slots=True)
class Shape:
    """A page's 1-based number and the size of its image in pixels."""

    number: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Room:
    """What a prompt takes, and what there is for it.

    `page_tokens` gives the tokens of a page of so many pixels, its markers included; `words` is
    all other tokens of the prompt; `answer` those of the longest answer. The model was made for
    `context` tokens, None if it does not say. Each token takes `token_bytes` of the `free` bytes
    of memory.
    """

    page_tokens: Callable[[int, int], int]
    words: int
    answer: int
    context: int | None
    token_bytes: int
    free: int

    @property
    def kept(self) -> int:
        """The tokens that are kept for the answer, at most a sixteenth of the context."""
        return min(self.answer, (self.context or _USUAL_CONTEXT) // _ANSWER_SHARE)

    def refuse_more(self, pages: Sequence[Shape]) -> None:
        """Raise ModelError, which names the pages that could be read, where these are too many."""
        loads = list(accumulate(map(self._load, pages), _Load.plus, initial=self._empty))
        if self._holds(loads[-1]):
            return
        fitting = sum(map(self._holds, loads[1:]))
        raise ModelError(
            self._sentence(len(pages), loads[-1]),
            _remedy([page.number for page in pages], fitting),
        )

    @property
    def _empty(self) -> "_Load":
        words = self.words + self.kept
        return _Load(words, words * self.token_bytes)

    def _load(self, page: Shape) -> "_Load":
        tokens, pixels = self.page_tokens(page.width, page.height), page.width * page.height
        return _Load(tokens, tokens * self.token_bytes + pixels * _BYTES_A_PIXEL)

    def _holds(self, load: "_Load") -> bool:
        return load.memory <= self.free and (self.context is None or load.tokens <= self.context)

    def _sentence(self, pages: int, load: "_Load") -> str:
        if self.context is not None and load.tokens > self.context:
            return ngettext(
                "{pages} page and the answer take {tokens} tokens; this model holds {limit}.",
                "{pages} pages and the answer take {tokens} tokens; this model holds {limit}.",
                pages,
            ).format(pages=pages, tokens=load.tokens, limit=self.context)
        return ngettext(
            "{pages} page needs about {needed:.1f} GB of memory, and {free:.1f} GB are free.",
            "{pages} pages need about {needed:.1f} GB of memory, and {free:.1f} GB are free.",
            pages,
        ).format(pages=pages, needed=load.memory / 1e9, free=self.free / 1e9)


@dataclass(frozen=True, slots=True)
class _Load:
    """Tokens, and the bytes of memory that they and the pages' pixels take."""

    tokens: int
    memory: int

    def plus(self, other: "_Load") -> "_Load":
        return _Load(self.tokens + other.tokens, self.memory + other.memory)


def _remedy(numbers: Sequence[int], fitting: int) -> str:
    """What to do where only the first `fitting` of the pages can be read at a time."""
    if fitting == 0:
        return _("Use a smaller schema, or a model that holds more.")
    text = ngettext(
        "Extract {count} page at a time", "Extract at most {count} pages at a time", fitting
    )
    most = text.format(count=fitting)
    first, following = (
        str(PageRanges.of(numbers[start : start + fitting])) for start in (0, fitting)
    )
    if max(len(first), len(following)) > _LONGEST_RANGE:
        return most + "."
    return _("{most}: choose pages {first}, then {following} and so on.").format(
        most=most, first=first, following=following
    )

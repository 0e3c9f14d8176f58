"""What a prompt takes is known before it is made, and what is too much is refused in words."""

import pytest

from endstop.documents.source import PageImage
from endstop.engines.engine import Finished
from endstop.engines.room import Room, Shape
from endstop.errors import ModelError

SIZES = [(28, 28), (1092, 28), (28, 1400), (1064, 1428), (1428, 1064), (692, 692), (700, 980)]


def room(**changes) -> Room:
    """100 tokens a page, 50 words, 10 for the answer, 1000 in all; memory for everything."""
    told = {"words": 50, "answer": 10, "context": 1000, "token_bytes": 1, "free": 10**9, **changes}
    return Room(page_tokens=lambda _width, _height: 100, **told)


def shapes(count: int) -> list[Shape]:
    return [Shape(number, 10, 10) for number in range(1, count + 1)]


def prompt_tokens(engine, generation) -> int:
    *_steps, last = engine.generate(generation, lambda: False)
    assert isinstance(last, Finished)
    return last.statistics.prompt_tokens


def told_tokens(engine, generation) -> int:
    told = engine.room(generation.prompt, generation.max_tokens)
    return told.words + sum(told.page_tokens(page.width, page.height) for page in generation.pages)


@pytest.mark.parametrize("number", range(10))
def test_the_tokens_of_each_sample_are_told_exactly(engine, ask, number):
    question = ask(number, max_tokens=1)
    assert told_tokens(engine, question) == prompt_tokens(engine, question)


def test_the_tokens_of_pages_of_any_size_are_told_exactly(engine, ask):
    pages = [PageImage(n, w, h, bytes(3 * w * h)) for n, (w, h) in enumerate(SIZES, 1)]
    for some in (pages, pages[2:5], pages[::-1], pages[:1]):
        question = ask(0, pages=some, max_tokens=1)
        assert told_tokens(engine, question) == prompt_tokens(engine, question)


def test_the_limit_of_the_bundled_model_is_told(engine, ask):
    told = engine.room(ask().prompt, 1024)
    assert told.context == 4096
    assert told.kept == 256
    assert told.token_bytes > 0
    assert told.free > 0


def test_pages_that_fit_to_the_last_token_are_let_through():
    room().refuse_more(shapes(9))
    room(words=90).refuse_more(shapes(9))
    room(context=None).refuse_more(shapes(10_000))
    room(context=None, answer=10**9).refuse_more(shapes(10))


@pytest.mark.parametrize(
    ("changes", "count", "sentence"),
    [
        ({}, 10, "10 pages and the answer take 1060 tokens; this model holds 1000. Extract at"),
        ({}, 10, "at most 9 pages at a time: choose pages 1-9, then 10 and so on."),
        ({"words": 91}, 9, "Extract at most 8 pages at a time: choose pages 1-8, then 9"),
        ({"words": 990}, 1, "1 page and the answer take 1100 tokens; this model holds 1000. Use a"),
        ({"answer": 500}, 10, "10 pages and the answer take 1112 tokens"),
        ({"context": None, "free": 1500}, 9, "9 pages need about 0.0 GB of memory, and 0.0 GB"),
        ({"free": 1500}, 9, "Extract at most 3 pages at a time: choose pages 1-3, then 4-6"),
    ],
)  # fmt: skip
def test_more_pages_are_refused_with_those_that_fit(changes, count, sentence):
    with pytest.raises(ModelError) as caught:
        room(**changes).refuse_more(shapes(count))
    assert sentence in str(caught.value)


def test_pages_here_and_there_are_counted_and_not_listed():
    here_and_there = [Shape(number, 10, 10) for number in range(1, 100, 3)]
    with pytest.raises(ModelError) as caught:
        room().refuse_more(here_and_there)
    assert caught.value.remedy == "Extract at most 9 pages at a time."

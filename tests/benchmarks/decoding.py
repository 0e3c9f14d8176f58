"""Our decoding of the bundled model's samples against mlx-vlm's own loop, in pairs."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from time import perf_counter

from endstop.assets import bundled_model, resource
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.source import PageImage
from endstop.engines.engine import Constraint, Engine, Finished, Generation
from endstop.engines.load import load_engine
from endstop.extraction.profiles import profile_for
from endstop.extraction.prompt import build_prompt
from endstop.schemas.load import load_schema
from tests.benchmarks.figure import Figure
from tests.support.peer import Peer

ROUNDS = 5


def figures() -> Iterator[Figure]:
    """Time against `mlx_vlm.stream_generate` with the same grammar; the grammar's own share."""
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    generation = sample_generation(engine)
    peer = Peer(bundled_model(), engine.stop_set).prepared(generation)
    run(engine, generation)
    peer()
    against_peer, grammar, second = [], [], []
    for number in range(ROUNDS):
        page = generation.pages[0]
        seconds, held = run(engine, replace(generation, pages=[_marked(page, number)]))
        against_peer.append(seconds / seconds_of(peer))
        _seconds, free = run(engine, replace(generation, constraint=None))
        grammar.append(held.statistics.decode_s / free.statistics.decode_s)
        four = replace(generation, pages=[_marked(page, 50 + number)] * 4, max_tokens=2)
        first, again = run(engine, four)[1], run(engine, four)[1]
        second.append(again.statistics.prefill_s / first.statistics.prefill_s)
    pairs = f"median of {ROUNDS} pairs on one sample"
    yield Figure(
        "generation_time",
        round(median(against_peer), 3),
        "ratio",
        f"{pairs} against mlx_vlm.stream_generate with the same grammar",
    )
    yield Figure(
        "second_question_prefill",
        round(median(second), 3),
        "ratio",
        f"median of {ROUNDS} pairs: another question on the same four pages against the first",
    )
    detail = f"{pairs}: decoding with the grammar against without"
    yield Figure("grammar_time", round(median(grammar), 3), "ratio", detail)
    engine.close()


def sample_generation(engine: Engine) -> Generation:
    """The question that the first sample asks."""
    folder = resource("samples")
    sample = json.loads((folder / "samples.json").read_text(encoding="utf-8"))[0]
    profile, schema = profile_for(engine.model), load_schema(sample["schema"])
    with Renderer() as renderer:
        document = renderer.open(recognise(folder / sample["file"]))
        page = renderer.render(document, 1, profile.sizing)
    constraint = Constraint(schema.definition, profile.separators)
    return Generation([page], build_prompt(profile, schema), constraint, profile.max_tokens)


def _marked(page: PageImage, number: int) -> PageImage:
    """The page with one pixel changed, so that it counts as another one."""
    return replace(page, rgb=bytes([100 + number]) + page.rgb[1:])


def run(engine: Engine, generation: Generation) -> tuple[float, Finished]:
    """Seconds of one generation, and its last step."""
    started = perf_counter()
    *_steps, last = engine.generate(generation, lambda: False)
    assert isinstance(last, Finished)
    return perf_counter() - started, last


def seconds_of(answer: Callable[[], object]) -> float:
    """Seconds of one call."""
    started = perf_counter()
    answer()
    return perf_counter() - started

"""Our decoding of the bundled model's samples against mlx-vlm's own loop, in pairs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from PIL import Image

from endstop.assets import bundled_model, resource
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.source import PageImage
from endstop.engines.engine import Constraint, Engine, Finished, Generation
from endstop.engines.grammar import Guide, compile_grammar
from endstop.engines.load import load_engine
from endstop.engines.stop import StopSet
from endstop.extraction.profiles import profile_for
from endstop.extraction.prompt import build_prompt
from endstop.schemas.load import load_schema
from tests.benchmarks.figure import Figure

ROUNDS = 5


def figures() -> Iterator[Figure]:
    """Time against `mlx_vlm.stream_generate` with the same grammar; the grammar's own share."""
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    generation = sample_generation(engine)
    peer = Peer(bundled_model(), generation, engine.stop_set)
    run(engine, generation)
    peer.run()
    against_peer, grammar, second = [], [], []
    for number in range(ROUNDS):
        page = generation.pages[0]
        seconds, held = run(engine, replace(generation, pages=[_marked(page, number)]))
        against_peer.append(seconds / peer.run())
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


class Peer:
    """mlx-vlm's own loop on the same pages and prompt, with the same grammar and stop set."""

    def __init__(self, model: Path, generation: Generation, stop_set: StopSet) -> None:
        import llguidance.hf
        from mlx_vlm import load
        from mlx_vlm.prompt_utils import apply_chat_template

        self._model, self._processor = load(str(model))
        self._processor.tokenizer.stopping_criteria.add_eos_token_ids(sorted(stop_set.ids))
        self._prompt = apply_chat_template(
            self._processor,
            self._model.config,
            generation.prompt,
            num_images=len(generation.pages),
            enable_thinking=False,
        )
        self._images = [
            Image.frombytes("RGB", (page.width, page.height), page.rgb) for page in generation.pages
        ]
        self._max_tokens = generation.max_tokens
        self._stop_ids = stop_set.ids
        assert generation.constraint is not None
        self._grammar = compile_grammar(generation.constraint)
        self._vocabulary = llguidance.hf.from_tokenizer(
            self._processor.tokenizer, eos_token=sorted(stop_set.ids, reverse=True)
        )

    def run(self) -> float:
        """Seconds of one generation."""
        from mlx_vlm import stream_generate

        started = perf_counter()
        for _ in stream_generate(
            self._model,
            self._processor,
            self._prompt,
            image=self._images or None,
            max_tokens=self._max_tokens,
            temperature=0.0,
            logits_processors=[_Mask(Guide(self._grammar, self._vocabulary), self._stop_ids)],
        ):
            pass
        return perf_counter() - started


class _Mask:
    """The grammar as a logits processor; it sees the tokens written so far."""

    def __init__(self, guide: Guide, stop_ids: frozenset[int]) -> None:
        self._guide = guide
        self._stop_ids = stop_ids
        self._started = self._ended = False

    def __call__(self, tokens: Any, logits: Any) -> Any:
        import mlx.core as mx

        if self._started and not self._ended:
            token_id = int(tokens[-1].item())
            self._ended = token_id in self._stop_ids
            if not self._ended:
                self._guide.accept([token_id])
        self._started = True
        if self._ended:  # mlx-vlm's loop looks one token beyond the stop token
            return logits
        allowed = mx.array(self._guide.allowed(logits.shape[-1]))
        return mx.where(allowed, logits, -mx.inf)

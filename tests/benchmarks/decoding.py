"""Our decoding of the bundled model's samples against mlx-vlm's own loop, in pairs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from time import perf_counter

from PIL import Image

from endstop.assets import bundled_model, resource
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.source import PageImage
from endstop.engines.engine import Constraint, Decoded, Engine, Finished, Generation
from endstop.engines.load import load_engine
from endstop.extraction.profiles import profile_for
from endstop.extraction.prompt import build_prompt
from endstop.schemas.load import load_schema
from tests.benchmarks.figure import Figure

ROUNDS = 5


def figures() -> Iterator[Figure]:
    """Time against `mlx_vlm.stream_generate`, the mask's share, passes a token."""
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    generation = _generation(engine)
    free = replace(generation, constraint=None)
    peer = _Peer(free)
    _run(engine, generation)
    peer.run()
    against_peer, mask = [], []
    for _ in range(ROUNDS):
        own, _last = _run(engine, free)
        held, last = _run(engine, generation)
        against_peer.append(own / peer.run())
        mask.append(held / own)
    detail = f"median of {ROUNDS} pairs on one sample against mlx_vlm.stream_generate, no grammar"
    yield Figure("generation_time", round(median(against_peer), 3), "ratio", detail)
    detail = f"median of {ROUNDS} pairs: with the grammar against without"
    yield Figure("grammar_time", round(median(mask), 3), "ratio", detail)
    counted = last.statistics
    passes = counted.forward_passes / counted.tokens
    yield Figure("passes_a_token", round(passes, 3), "ratio", f"{counted.tokens} tokens")


def _generation(engine: Engine) -> Generation:
    folder = resource("samples")
    sample = json.loads((folder / "samples.json").read_text(encoding="utf-8"))[0]
    profile, schema = profile_for(engine.model), load_schema(sample["schema"])
    with Renderer() as renderer:
        document = renderer.open(recognise(folder / sample["file"]))
        page = renderer.render(document, 1, profile.sizing)
    constraint = Constraint(schema.definition, profile.separators)
    return Generation([page], build_prompt(profile, schema), constraint, profile.max_tokens)


def _run(engine: Engine, generation: Generation) -> tuple[float, Finished]:
    """Seconds of one generation, and its last step."""
    started = perf_counter()
    for step in engine.generate(generation, lambda: False):
        if not isinstance(step, Decoded):
            last = step
    assert isinstance(last, Finished)
    return perf_counter() - started, last


class _Peer:
    """mlx-vlm's own loop on the same page and prompt."""

    def __init__(self, generation: Generation) -> None:
        from mlx_vlm import load
        from mlx_vlm.prompt_utils import apply_chat_template

        self._model, self._processor = load(str(bundled_model()))
        self._prompt = apply_chat_template(
            self._processor, self._model.config, generation.prompt, num_images=1
        )
        self._image = _image(generation.pages[0])
        self._max_tokens = generation.max_tokens

    def run(self) -> float:
        """Seconds of one generation."""
        from mlx_vlm import stream_generate

        started = perf_counter()
        for _ in stream_generate(
            self._model,
            self._processor,
            self._prompt,
            image=[self._image],
            max_tokens=self._max_tokens,
            temperature=0.0,
        ):
            pass
        return perf_counter() - started


def _image(page: PageImage) -> Image.Image:
    return Image.frombytes("RGB", (page.width, page.height), page.rgb)

"""The engine on MLX: owns the model, the prefill and the decoding, in the thread that loaded it."""

import math
import time
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.engines.engine import (
    Cancelled,
    Decoded,
    Finished,
    Generation,
    Loading,
    ModelDescription,
    Prefilling,
    Standing,
    Statistics,
    Step,
)
from endstop.engines.grammar import Guide, compile_grammar
from endstop.engines.mlx.decode import Decoder, Limits
from endstop.engines.mlx.loading import Loaded, load
from endstop.engines.mlx.pass_cost import PassCost
from endstop.engines.mlx.prefill import Prefix, prefill
from endstop.engines.mlx.prefix_store import PrefixStore
from endstop.engines.mlx.standing import standings_after
from endstop.engines.stop import StopReason, StopReport, StopSet
from endstop.engines.stop_set import build_stop_set
from endstop.errors import CancelledError, EndstopError, ModelError
from endstop.translation import _

if TYPE_CHECKING:
    from llguidance import LLTokenizer


def load_mlx_engine(
    folder: Path, progress: Callable[[Loading], None], cancelled: Cancelled
) -> "MlxEngine":
    """Load a model folder; raises ModelError or CancelledError."""
    checkpoint = Checkpoint(folder)
    stop_set = build_stop_set(checkpoint)
    return MlxEngine(load(checkpoint, progress, cancelled), describe(checkpoint), stop_set)


def describe(checkpoint: Checkpoint) -> ModelDescription:
    """What the folder's files say about the model."""
    quantisation = checkpoint.config.get("quantization") or {}
    bits = quantisation.get("bits")
    return ModelDescription(
        name=checkpoint.name,
        path=checkpoint.folder,
        size=checkpoint.size,
        architecture=str(checkpoint.config.get("model_type", "")),
        vocabulary=int(checkpoint.text_config.get("vocab_size", 0)),
        quantisation=_("{bits}-bit").format(bits=bits) if bits else "",
    )


class MlxEngine:
    """Runs one loaded model; see `endstop.engines.engine.Engine`."""

    def __init__(self, loaded: Loaded, model: ModelDescription, stop_set: StopSet) -> None:
        self._loaded: Loaded | None = loaded
        self._model = model
        self._stop_set = stop_set
        self._vocabularies: dict[frozenset[int], LLTokenizer] = {}
        self._memory = _Memory()

    @property
    def model(self) -> ModelDescription:
        """The model that runs."""
        return self._model

    @property
    def stop_set(self) -> StopSet:
        """The ids that end generation, each with its source."""
        return self._stop_set

    def generate(self, generation: Generation, cancelled: Cancelled) -> Iterator[Step]:
        """Run one generation, see the protocol."""
        with self._running() as loaded:
            run = _Run(loaded, generation, generation.stop_set or self._stop_set, self._memory)
            yield from run.steps(self._guide(generation, loaded, run.stop_set), cancelled)

    def standings(
        self, generation: Generation, answer: str, ids: Collection[int], cancelled: Cancelled
    ) -> tuple[Standing, ...]:
        """How `ids` stand right after `answer`, see the protocol."""
        with self._running() as loaded:
            prefixes = self._memory.prefixes
            return standings_after(loaded, prefixes, generation, answer, ids, cancelled)

    def close(self) -> None:
        """Give the model's memory back."""
        import mlx.core as mx

        self._loaded = None
        self._vocabularies.clear()
        self._memory.prefixes.clear()
        mx.clear_cache()

    @contextmanager
    def _running(self) -> Iterator[Loaded]:
        """The loaded model while it runs; what goes wrong there becomes a sentence."""
        if self._loaded is None:
            raise ModelError(_("The model was unloaded."), _("Load it again."))
        try:
            with _generating(self._loaded.model):
                yield self._loaded
        except EndstopError:
            raise
        except Exception as error:  # mlx raises anything, out of memory above all
            raise ModelError(
                _("{name} failed while it ran: {reason}").format(
                    name=self._model.name, reason=" ".join(str(error).split())[:300]
                ),
                _("Try fewer pages, or load the model again."),
            ) from error

    def _guide(self, generation: Generation, loaded: Loaded, stop_set: StopSet) -> Guide | None:
        if generation.constraint is None:
            return None
        vocabulary = self._vocabulary(loaded, stop_set)
        return Guide(compile_grammar(generation.constraint), vocabulary)

    def _vocabulary(self, loaded: Loaded, stop_set: StopSet) -> "LLTokenizer":
        """llguidance's view of the tokenizer: about a second for 248,000 tokens, so kept."""
        import llguidance.hf

        if not stop_set.ids:
            raise ModelError(
                _("{name} has no token that ends an answer.").format(name=self._model.name),
                _("Extract without constraint, or give the model an eos_token_id."),
            )
        if stop_set.ids not in self._vocabularies:
            # the turn end comes last in the union and is what the model writes: it goes first
            ids = [token.id for token in reversed(stop_set.tokens)]
            self._vocabularies[stop_set.ids] = llguidance.hf.from_tokenizer(
                loaded.processor.tokenizer, eos_token=ids
            )
        return self._vocabularies[stop_set.ids]


class _Memory:
    """What an engine remembers from run to run: documents' states, and what passes cost."""

    def __init__(self) -> None:
        self.prefixes = PrefixStore()
        self.cost = PassCost()


class _Run:
    """One generation: its phases and what they cost."""

    def __init__(
        self, loaded: Loaded, generation: Generation, stop_set: StopSet, memory: "_Memory"
    ) -> None:
        self._loaded = loaded
        self._generation = generation
        self._memory = memory
        self.stop_set = stop_set

    def steps(self, guide: Guide | None, cancelled: Cancelled) -> Iterator[Step]:
        """Prefill, decode, finish."""
        started = time.perf_counter()
        try:
            prefix = yield from self._prefill(cancelled)
        except CancelledError:
            stopped = Statistics(prefill_s=time.perf_counter() - started)
            yield Finished(StopReport(StopReason.CANCELLED), stopped)
            return
        read = Statistics(
            prompt_tokens=prefix.prompt_tokens,
            cached_tokens=prefix.cached_tokens,
            forward_passes=prefix.forward_passes,
            prefill_s=time.perf_counter() - started,
        )
        yield from self._decode(prefix, read, guide, started, cancelled)

    def _prefill(self, cancelled: Cancelled) -> Generator[Prefilling, None, Prefix]:
        return prefill(
            self._loaded.model,
            self._loaded.processor,
            self._generation.pages,
            self._generation.prompt,
            self._memory.prefixes,
            cancelled,
        )

    def _decode(
        self,
        prefix: Prefix,
        read: Statistics,
        guide: Guide | None,
        began: float,
        cancelled: Cancelled,
    ) -> Iterator[Step]:
        started = time.perf_counter()
        decoder = Decoder(
            self._loaded.model, self._loaded.processor, self.stop_set, guide, self._memory.cost
        )
        limits = Limits(
            self._generation.max_tokens,
            began + (self._generation.max_seconds or math.inf),
        )
        for item in decoder.decode(prefix, limits, cancelled):
            if not isinstance(item, StopReport):
                yield Decoded((item,))
                continue
            tally = decoder.tally
            statistics = replace(
                read,
                tokens=tally.tokens,
                forced_tokens=tally.forced,
                forward_passes=read.forward_passes + tally.forward_passes,
                decode_s=time.perf_counter() - started,
            )
            ended = item.reason in (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END)
            yield Finished(item, statistics, None if ended else decoder.closed_text())


@contextmanager
def _generating(model: Any) -> Iterator[None]:
    """Keep the model wired on Metal while it runs, and its scratch memory free afterwards."""
    import mlx.core as mx
    from mlx_vlm.generate.common import generation_stream, wired_limit

    try:
        with wired_limit(model, [generation_stream]):
            yield
    finally:
        mx.clear_cache()

"""The engine on MLX: owns the model, the prefill and the decoding, in the thread that loaded it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.folder_code import refuse_folder_code
from endstop.engines.engine import (
    Cancelled,
    Generation,
    Loading,
    ModelDescription,
    Step,
    TokenRank,
)
from endstop.engines.mlx.admission import admit
from endstop.engines.mlx.blas import use_fast_blas, widen
from endstop.engines.mlx.engine_cache import EngineCache
from endstop.engines.mlx.families import family_of
from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.loading import load
from endstop.engines.mlx.memory import refuse_if_too_large
from endstop.engines.mlx.pages_room import room_for
from endstop.engines.mlx.run import Run
from endstop.engines.mlx.token_ranks import ranks_after
from endstop.engines.room import Room
from endstop.engines.stop import StopSet
from endstop.engines.stop_set import build_stop_set
from endstop.errors import EndstopError, ModelError
from endstop.translation import _


def load_mlx_engine(
    folder: Path, progress: Callable[[Loading], None], cancelled: Cancelled
) -> "MlxEngine":
    """Load a model folder; raises ModelError or CancelledError."""
    blas = use_fast_blas()
    checkpoint = Checkpoint(folder)
    progress(Loading(_("Reading {name}").format(name=checkpoint.name), 0.0))
    refuse_folder_code(checkpoint)
    family = family_of(checkpoint)
    refuse_if_too_large(checkpoint)
    admit(checkpoint, cancelled)
    stop_set = build_stop_set(checkpoint)
    host = load(checkpoint, family, progress, cancelled)
    if blas is not None:
        widen(host.model)
    return MlxEngine(host, describe(checkpoint), stop_set)


def describe(checkpoint: Checkpoint) -> ModelDescription:
    """What the folder's files say about the model."""
    quantisation = checkpoint.config.get("quantization")
    bits = quantisation.get("bits") if isinstance(quantisation, dict) else None
    vocabulary = checkpoint.text_config.get("vocab_size")
    return ModelDescription(
        name=checkpoint.name,
        path=checkpoint.folder,
        size=checkpoint.size,
        architecture=str(checkpoint.config.get("model_type", "")),
        vocabulary=vocabulary if isinstance(vocabulary, int) else 0,
        quantisation=_("{bits}-bit").format(bits=bits) if bits else "",
    )


class MlxEngine:
    """Runs one loaded model; see `endstop.engines.engine.Engine`."""

    def __init__(self, host: Host, model: ModelDescription, stop_set: StopSet) -> None:
        self._host: Host | None = host
        self._model = model
        self._stop_set = stop_set
        self._cache = EngineCache()

    @property
    def model(self) -> ModelDescription:
        """The model that runs."""
        return self._model

    @property
    def stop_set(self) -> StopSet:
        """The ids that end generation, each with its source."""
        return self._stop_set

    def room(self, prompt: str, max_tokens: int) -> Room | None:
        """How many pages a generation may have, see the protocol."""
        with self._running() as host:
            return room_for(host, prompt, max_tokens)

    def generate(self, generation: Generation, cancelled: Cancelled) -> Iterator[Step]:
        """Run one generation, see the protocol."""
        with self._running() as host:
            stop_set = generation.stop_set or self._stop_set
            yield from Run(host, generation, stop_set, self._cache).steps(cancelled)

    def ranks(
        self, generation: Generation, answer: str, ids: Collection[int], cancelled: Cancelled
    ) -> tuple[TokenRank, ...]:
        """How likely `ids` are right after `answer`, see the protocol."""
        with self._running() as host:
            prefixes = self._cache.prefixes
            return ranks_after(host, prefixes, generation, answer, ids, cancelled)

    def close(self) -> None:
        """Give the model's memory back."""
        import mlx.core as mx

        if self._host is not None:
            self._host.close()
        self._host = None
        self._cache.clear()
        mx.clear_cache()

    @contextmanager
    def _running(self) -> Iterator[Host]:
        """The loaded model while it runs; what goes wrong there becomes a sentence."""
        if self._host is None:
            raise ModelError(_("The model was unloaded."), _("Load it again."))
        try:
            with self._host.running():
                yield self._host
        except EndstopError:
            raise
        except Exception as error:  # mlx raises anything, out of memory above all
            raise ModelError(
                _("{name} failed while it ran: {reason}").format(
                    name=self._model.name, reason=" ".join(str(error).split())[:300]
                ),
                _("Try fewer pages, or load the model again."),
            ) from error

"""The engine on MLX: owns the model, the prefill and the decoding, in the thread that loaded it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.folder_code import refuse_folder_code
from endstop.engines.engine import (
    Cancelled,
    Generation,
    Loading,
    ModelDescription,
    Standing,
    Step,
)
from endstop.engines.mlx.admission import admit
from endstop.engines.mlx.blas import use_fast_blas, widen
from endstop.engines.mlx.loading import Loaded, load
from endstop.engines.mlx.memory import refuse_if_too_large
from endstop.engines.mlx.pages_room import room_for
from endstop.engines.mlx.remembered import Remembered
from endstop.engines.mlx.run import Run
from endstop.engines.mlx.standing import standings_after
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
    refuse_if_too_large(checkpoint)
    admit(checkpoint, cancelled)
    stop_set = build_stop_set(checkpoint)
    loaded = load(checkpoint, progress, cancelled)
    if blas is not None:
        widen(loaded.model)
    return MlxEngine(loaded, describe(checkpoint), stop_set)


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

    def __init__(self, loaded: Loaded, model: ModelDescription, stop_set: StopSet) -> None:
        self._loaded: Loaded | None = loaded
        self._model = model
        self._stop_set = stop_set
        self._remembered = Remembered()

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
        with self._running() as loaded:
            return room_for(loaded, prompt, max_tokens)

    def generate(self, generation: Generation, cancelled: Cancelled) -> Iterator[Step]:
        """Run one generation, see the protocol."""
        with self._running() as loaded:
            stop_set = generation.stop_set or self._stop_set
            yield from Run(loaded, generation, stop_set, self._remembered).steps(cancelled)

    def standings(
        self, generation: Generation, answer: str, ids: Collection[int], cancelled: Cancelled
    ) -> tuple[Standing, ...]:
        """How `ids` stand right after `answer`, see the protocol."""
        with self._running() as loaded:
            prefixes = self._remembered.prefixes
            return standings_after(loaded, prefixes, generation, answer, ids, cancelled)

    def close(self) -> None:
        """Give the model's memory back."""
        import mlx.core as mx

        if self._loaded is not None:
            self._loaded.templates.close()
        self._loaded = None
        self._remembered.clear()
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

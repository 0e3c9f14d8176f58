"""From a place to a running engine: which engine serves a model folder or an address."""

import logging
from collections.abc import Callable
from pathlib import Path

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.engines.engine import Cancelled, Engine, Loading, ModelDescription
from endstop.errors import ModelError
from endstop.translation import _

_log = logging.getLogger(__name__)


def load_engine(
    location: Path | str, progress: Callable[[Loading], None], cancelled: Cancelled
) -> Engine:
    """Load the model of a folder; the thread that calls this must make all later calls.

    A thread other than the main one ends with `leave_thread`. Raises ModelError if the model cannot
    be loaded, CancelledError if `cancelled` says so.
    """
    from endstop.engines.mlx.engine import load_mlx_engine

    engine = load_mlx_engine(_folder(location), progress, cancelled)
    kind, size = engine.model.architecture, engine.model.size
    _log.info("a model is loaded: %.40r, %.40r, bytes: %d", kind, engine.model.quantisation, size)
    return engine


def describe_model(location: Path | str) -> ModelDescription:
    """What the files of a model say about it, before it is loaded; raises ModelError."""
    from endstop.engines.mlx.engine import describe

    return describe(Checkpoint(_folder(location)))


def leave_thread() -> None:
    """The last call of a thread that loaded engines; it can use none of them from then on."""
    from endstop.engines.mlx.threads import leave_thread as leave_mlx

    leave_mlx()


def _folder(location: Path | str) -> Path:
    if isinstance(location, str) and "://" in location:
        raise ModelError(
            _("{address} is an address; this version runs model folders only.").format(
                address=location
            ),
            _("Give the folder of a model."),
        )
    return Path(location)

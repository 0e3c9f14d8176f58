"""Will the model fit: what it needs against what is free, said before it is loaded."""

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.errors import ModelError
from endstop.translation import _

# Beside the weights: activations of a prefill chunk, the caches of some pages, the libraries.
_OVERHEAD = 300 * 1024 * 1024  # bytes
_WORKING_SHARE = 0.10  # of the weights


def needed_memory(checkpoint: Checkpoint) -> int:
    """Bytes that running the model takes at least."""
    return checkpoint.size + int(checkpoint.size * _WORKING_SHARE) + _OVERHEAD


def refuse_if_too_large(checkpoint: Checkpoint) -> None:
    """Raise ModelError where the model would not fit into the memory that is free."""
    import psutil

    needed, free = needed_memory(checkpoint), int(psutil.virtual_memory().available)
    if needed > free:
        raise ModelError(
            _("{name} needs about {needed:.1f} GB of memory, and {free:.1f} GB are free.").format(
                name=checkpoint.name, needed=needed / 1e9, free=free / 1e9
            ),
            _("Close other programs, or choose a smaller or more quantised model."),
        )

"""What a check looks at: the checkpoint, its turn end, and each runtime's stop set, read once."""

from functools import cached_property

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.turn_end import TurnEnd, find_turn_end
from endstop.doctor.runtimes.runtime import EffectiveStopSet, RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES


class Subject:
    """One model under examination; everything is computed when it is first asked for."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint

    @cached_property
    def turn_end(self) -> TurnEnd:
        """How the chat template closes an assistant turn."""
        return find_turn_end(self.checkpoint)

    @cached_property
    def stop_sets(self) -> dict[RuntimeName, EffectiveStopSet]:
        """Every runtime's effective stop set."""
        return {runtime.name: runtime.stop_set(self.checkpoint) for runtime in RUNTIMES}

    def stops_in(self, name: RuntimeName) -> bool | None:
        """Whether the turn end stops generation in a runtime; None where it cannot be told."""
        ids = self.stop_sets[name].ids
        if ids is None or not self.turn_end.markers:
            return None
        return bool(ids & self.turn_end.ids)

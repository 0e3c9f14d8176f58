"""What a check looks at: the checkpoint, its turn end, and each runtime's stop set, read once."""

from functools import cached_property

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.turn_end import TurnEnd, find_turn_end
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES


class Subject:
    """One model under examination; everything is computed when it is first asked for.

    `runtimes` are those that count: what happens in the others is no finding.
    """

    def __init__(self, checkpoint: Checkpoint, runtimes: tuple[Runtime, ...] | None = None) -> None:
        self.checkpoint = checkpoint
        self.runtimes = RUNTIMES if runtimes is None else runtimes

    @cached_property
    def turn_end(self) -> TurnEnd:
        """How the chat template closes an assistant turn."""
        return find_turn_end(self.checkpoint)

    @cached_property
    def stop_sets(self) -> dict[RuntimeName, EffectiveStopSet]:
        """The effective stop set of each runtime that counts."""
        return {runtime.name: runtime.stop_set(self.checkpoint) for runtime in self.runtimes}

    def stops_in(self, name: RuntimeName) -> bool | None:
        """Whether the turn end stops generation in a runtime.

        None where it cannot be told, and for a runtime that does not count.
        """
        stop_set = self.stop_sets.get(name)
        if stop_set is None or stop_set.ids is None or not self.turn_end.markers:
            return None
        return bool(stop_set.ids & self.turn_end.ids)

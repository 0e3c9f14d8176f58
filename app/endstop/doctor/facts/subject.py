"""What a check looks at: the checkpoint, its turn end, and each runtime's stop set, read once."""

import logging
from functools import cached_property

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.listed_ends import id_lists, tokenizer_end
from endstop.checkpoints.turn_end import TurnEnd, find_turn_end
from endstop.doctor.facts.special_rows import SpecialRows, read_special_rows
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.table import RUNTIMES
from endstop.translation import _

_log = logging.getLogger(__name__)


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
    def end_ids(self) -> frozenset[int]:
        """The turn end and every id that the files name as an end, those of GGUF metadata too."""
        places = (*id_lists(self.checkpoint), tokenizer_end(self.checkpoint))
        listed = {token_id for place in places for token_id in place.ids}
        gguf = self.checkpoint.gguf
        slots = [gguf.special_id(name) for name in ("eos", "eot", "eom")] if gguf else []
        return self.turn_end.ids | listed | {token_id for token_id in slots if token_id is not None}

    @cached_property
    def special_rows(self) -> SpecialRows | None:
        """The rows that score the special tokens; None without readable weights."""
        return read_special_rows(self.checkpoint.matrices.output, self.checkpoint, self.end_ids)

    @cached_property
    def stop_sets(self) -> dict[RuntimeName, EffectiveStopSet]:
        """The effective stop set of each runtime that counts."""
        return {runtime.name: self._stop_set(runtime) for runtime in self.runtimes}

    def stops_in(self, name: RuntimeName) -> bool | None:
        """Whether the turn end stops generation in a runtime.

        None where it cannot be told, and for a runtime that does not count.
        """
        stop_set = self.stop_sets.get(name)
        if stop_set is None or stop_set.ids is None or not self.turn_end.markers:
            return None
        return bool(stop_set.ids & self.turn_end.ids)

    def _stop_set(self, runtime: Runtime) -> EffectiveStopSet:
        """A runtime's stop set; one whose rules fail says so and hides no other's."""
        try:
            return runtime.stop_set(self.checkpoint)
        except Exception as error:
            _log.exception("the rules of %s failed", runtime.name)
            why = _("Reading these files as {runtime} does failed: {reason}. Please report it.")
            return EffectiveStopSet(None, why.format(runtime=runtime.name, reason=error))

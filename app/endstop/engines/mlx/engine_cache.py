"""What an engine keeps from run to run, so that the next one need not find it out again."""

from typing import TYPE_CHECKING, Any

from endstop.engines.engine import Separators
from endstop.engines.mlx.pass_cost import PassCost
from endstop.engines.mlx.prefix_store import PrefixStore
from endstop.engines.stop import StopSet

if TYPE_CHECKING:
    from llguidance import LLTokenizer


class EngineCache:
    """Documents' states, what passes cost, the model's JSON style, llguidance's vocabularies."""

    def __init__(self) -> None:
        self.prefixes = PrefixStore()
        self.cost = PassCost()
        self.separators: Separators | None = None
        self._vocabularies: dict[frozenset[int], LLTokenizer] = {}

    def vocabulary(self, tokenizer: Any, stop_set: StopSet) -> "LLTokenizer":
        """llguidance's view of the tokenizer: about a second for 248,000 tokens, so kept."""
        import llguidance.hf

        if stop_set.ids not in self._vocabularies:
            # the turn end comes last in the union and is what the model writes: it goes first
            ids = [token.id for token in reversed(stop_set.tokens)]
            self._vocabularies[stop_set.ids] = llguidance.hf.from_tokenizer(
                tokenizer, eos_token=ids
            )
        return self._vocabularies[stop_set.ids]

    def clear(self) -> None:
        """Forget everything that takes memory."""
        self.prefixes.clear()
        self._vocabularies.clear()

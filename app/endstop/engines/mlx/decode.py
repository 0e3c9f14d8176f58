"""Write the answer, greedily, held to the grammar and the stop set, in as few passes as pay.

The model takes one token a pass. Tokens that the grammar forces are not taken but given: they join
the pass of the token before them (jump-forward), or go through one by one where a longer pass costs
more than it saves. The answer is the same.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, cast

from endstop.engines.engine import Cancelled, Token
from endstop.engines.grammar import Guide
from endstop.engines.mlx.detokeniser import Detokeniser
from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.pass_cost import PassCost
from endstop.engines.mlx.passes import Passes
from endstop.engines.mlx.prefill import Prefix
from endstop.engines.salvage import closed_text
from endstop.engines.stop import StopReason, StopReport, StopSet
from endstop.engines.watchdog import Watchdog

if TYPE_CHECKING:
    import mlx.core as mx
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Limits:
    """Where an answer is cut: its tokens, and a moment of `time.perf_counter`."""

    tokens: int
    deadline: float = math.inf


@dataclass(slots=True)
class Tally:
    """What the decoding did so far; `forced` tokens were given by the grammar."""

    tokens: int = 0
    forced: int = 0
    forward_passes: int = 0


@dataclass(frozen=True, slots=True)
class _Choice:
    """The token that was taken, and what the model wanted before the mask."""

    id: int
    probability: float
    withheld: float
    wanted: int


class Decoder:
    """Decodes one answer from the state that prefill left."""

    def __init__(self, host: Host, stop_set: StopSet, guide: Guide | None, cost: PassCost) -> None:
        self._host = host
        self._known = host.known
        self._detokeniser = Detokeniser(host.tokenizer)
        self._stop_set = stop_set
        self._guide = guide
        self._cost = cost
        self._watchdog = Watchdog()
        self._ran_away = False
        self._written: list[int] = []
        self.tally = Tally()

    def decode(
        self, prefix: Prefix, limits: Limits, cancelled: Cancelled
    ) -> Iterator[Token | StopReport]:
        """The tokens, the stop token too if there is one; the last item is the stop report."""
        passes, run = Passes(self._host, prefix.cache, self._cost), [prefix.pending]
        while True:
            given = self._given(limits.tokens - self.tally.tokens)
            yield from (self._token(token_id, None) for token_id in given)
            if reason := self._cut(limits, cancelled):
                yield StopReport(reason)
                return
            logits = passes.over(run + given)
            self.tally.forward_passes = passes.count
            choice = self._choose(passes, logits)
            yield self._token(choice.id, choice)
            if choice.id in self._stop_set.ids:
                yield self._stopped_by(choice)
                return
            self._accept([choice.id])
            run = [choice.id]

    def closed_text(self) -> str | None:
        """The answer, cut as it is, closed by its grammar alone; None for a free answer."""
        if self._guide is None:
            return None
        return closed_text(self._guide, self._written, self._stop_set.ids, self._known)

    def _cut(self, limits: Limits, cancelled: Cancelled) -> StopReason | None:
        """Why the answer must be cut here, if it must."""
        if cancelled():
            return StopReason.CANCELLED
        if self._ran_away:
            return StopReason.REPETITION
        if self.tally.tokens >= limits.tokens or perf_counter() >= limits.deadline:
            return StopReason.LENGTH
        return None

    def _given(self, limit: int) -> list[int]:
        """The tokens that the grammar forces next, `limit` of them at most, already accepted."""
        forced = self._guide.forced()[:limit] if self._guide else []
        self._accept(forced)
        return forced

    def _accept(self, ids: list[int]) -> None:
        if self._guide is not None and ids:
            self._guide.accept(ids)

    def _choose(self, passes: Passes, logits: "mx.array") -> _Choice:
        """The likeliest token that the grammar allows; `logits` of shape (vocabulary,).

        Ids that the tokenizer does not know (a padded vocabulary) are never taken.
        """
        import mlx.core as mx
        import numpy as np

        allowed = self._allowed(logits.shape[0])  # while the pass is under way
        masked = logits if allowed is None else mx.where(mx.array(allowed), logits, -mx.inf)
        token = mx.argmax(masked)
        mx.async_eval(token)  # type: ignore[no-untyped-call]
        passes.expect(token)
        scores, taken = np.array(logits), token.item()
        passes.arrived()
        return _weighed(scores, cast("int", taken), allowed)

    def _allowed(self, width: int) -> "NDArray[np.bool_] | None":
        """The mask over `width` ids; None where every id may be taken."""
        import numpy as np

        if self._guide is None and width <= self._known:
            return None
        allowed = self._guide.allowed(width) if self._guide else np.ones(width, dtype=np.bool_)
        allowed[self._known :] = False
        return allowed

    def _token(self, token_id: int, choice: _Choice | None) -> Token:
        """The token that was taken, or given if there was no choice."""
        text = self._detokeniser.text(token_id)
        special = self._detokeniser.is_special(token_id)
        if not special:
            self._written.append(token_id)
        self._ran_away = self._watchdog.runs_away(token_id, text) or self._ran_away
        self.tally.tokens += 1
        if choice is None:
            self.tally.forced += 1
            return Token(token_id, text, special, forced=True, probability=1.0)
        withheld = max(0.0, choice.withheld)
        return Token(token_id, text, special, False, choice.probability, withheld)

    def _stopped_by(self, choice: _Choice) -> StopReport:
        """A stop token ended it: the model's own wish, or the only thing the grammar left."""
        own_wish = choice.wanted in self._stop_set.ids
        token = self._stop_set.find(choice.id)
        return StopReport(
            StopReason.STOP_TOKEN if own_wish else StopReason.GRAMMAR_END,
            choice.id,
            token.text if token else None,
            token.source if token else None,
            self._stop_set.is_patched(choice.id),
        )


def _weighed(
    scores: "NDArray[np.float32]", taken: int, allowed: "NDArray[np.bool_] | None"
) -> _Choice:
    """The choice with its softmax over all scores, the forbidden ones too."""
    import numpy as np

    wanted = int(scores.argmax())
    weights = np.exp(scores - scores[wanted])
    total = float(weights.sum())
    kept = total if allowed is None else float(weights[allowed].sum())
    return _Choice(taken, float(weights[taken]) / total, 1 - kept / total, wanted)

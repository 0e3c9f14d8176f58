"""Write the answer: one greedy token a forward pass, held to the grammar and the stop set."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from endstop.engines.engine import Cancelled, Token
from endstop.engines.grammar import Guide
from endstop.engines.mlx.detokeniser import Detokeniser
from endstop.engines.mlx.prefill import Prefix
from endstop.engines.stop import StopReason, StopReport, StopSet

if TYPE_CHECKING:
    import mlx.core as mx
    import numpy as np
    from numpy.typing import NDArray


@dataclass(slots=True)
class Tally:
    """What the decoding did so far."""

    tokens: int = 0
    forced: int = 0
    forward_passes: int = 0


@dataclass(frozen=True, slots=True)
class _Choice:
    """The token that was taken, and what the model wanted before the mask."""

    id: int
    probability: float
    wanted: int
    forced: bool


class Decoder:
    """Decodes one answer from the state that prefill left."""

    def __init__(self, model: Any, processor: Any, stop_set: StopSet, guide: Guide | None) -> None:
        self._language_model = model.language_model
        self._known = len(processor.tokenizer)
        self._detokeniser = Detokeniser(processor.tokenizer)
        self._stop_set = stop_set
        self._guide = guide
        self.tally = Tally()

    def decode(
        self, prefix: Prefix, max_tokens: int, cancelled: Cancelled
    ) -> Iterator[Token | StopReport]:
        """The tokens, the stop token too if there is one; the last item is the stop report."""
        logits = prefix.logits
        while True:
            if cancelled():
                yield StopReport(StopReason.CANCELLED)
                return
            choice = self._choose(logits)
            self.tally.tokens += 1
            self.tally.forced += choice.forced
            yield self._token(choice)
            if choice.id in self._stop_set.ids:
                yield self._stopped_by(choice)
                return
            if self.tally.tokens >= max_tokens:
                yield StopReport(StopReason.LENGTH)
                return
            if self._guide is not None:
                self._guide.accept([choice.id])
            logits = self._forward([choice.id], prefix.cache)

    def _choose(self, logits: "mx.array") -> _Choice:
        """The likeliest token that the grammar allows.

        Ids that the tokenizer does not know (a padded vocabulary) are never taken. The
        probability is the softmax of the logits before the mask.
        """
        import mlx.core as mx

        scores = logits[0].astype(mx.float32)
        allowed = self._allowed(scores.shape[0])
        masked = scores if allowed is None else mx.where(mx.array(allowed), scores, -mx.inf)
        taken, wanted = mx.argmax(masked), mx.argmax(scores)
        probability = mx.exp(scores[taken] - mx.logsumexp(scores))
        mx.eval(taken, wanted, probability)
        forced = self._guide is not None and allowed is not None and int(allowed.sum()) == 1
        # mlx types an item as any number: the indices are int, the probability is float
        number: Callable[[mx.array], Any] = mx.array.item
        return _Choice(number(taken), number(probability), number(wanted), forced)

    def _allowed(self, width: int) -> "NDArray[np.bool_] | None":
        """The mask over `width` ids; None where every id may be taken."""
        import numpy as np

        if self._guide is None and width <= self._known:
            return None
        allowed = self._guide.allowed(width) if self._guide else np.ones(width, dtype=np.bool_)
        allowed[self._known :] = False
        return allowed

    def _forward(self, ids: list[int], cache: list[Any]) -> "mx.array":
        """One pass over `ids`; the logits after the last of them, shape (1, vocabulary)."""
        import mlx.core as mx

        logits: mx.array = self._language_model(mx.array([ids]), cache=cache).logits[:, -1]
        self.tally.forward_passes += 1
        return logits

    def _token(self, choice: _Choice) -> Token:
        return Token(
            choice.id,
            self._detokeniser.text(choice.id),
            self._detokeniser.is_special(choice.id),
            choice.forced,
            choice.probability,
        )

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

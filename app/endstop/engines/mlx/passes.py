"""The text model's forward passes over one answer, and the state that they leave.

Tokens that are given join the pass of the token before them, or go through one by one where a
longer pass costs more than it saves. While a pass runs, the next one is built over the token that
it will bring; what the grammar gives after that token drops it again, unrun.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from endstop.engines.mlx.cache_copies import twins
from endstop.engines.mlx.host.host import Cache, Host
from endstop.engines.mlx.pass_cost import PassCost

if TYPE_CHECKING:
    import mlx.core as mx


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """Passes whose logits are not there yet: `passes` of `tokens` tokens each, since `began`."""

    tokens: int
    passes: int
    began: float


@dataclass(frozen=True, slots=True)
class _Ahead:
    """A pass that is built and does not run: its logits, and the state that it would leave."""

    logits: "mx.array"
    cache: Cache


class Passes:
    """Runs passes on `cache`, a list that is changed in place; `count` of them so far."""

    def __init__(self, host: Host, cache: Cache, cost: PassCost) -> None:
        self._host = host
        self._cache = cache
        self._cost = cost
        self._ahead: _Ahead | None = None
        self._under_way: _UnderWay | None = None
        self.count = 0

    def over(self, ids: list[int]) -> "mx.array":
        """Pass over `ids`, at once if that pays; the logits after the last, shape (vocabulary,).

        They are on their way when this returns.
        """
        import mlx.core as mx

        ahead, self._ahead = self._ahead, None
        at_once = len(ids) == 1 or self._cost.pays(len(ids))
        passes = [ids] if at_once else [[token_id] for token_id in ids]
        self._under_way = _UnderWay(len(passes[0]), len(passes), perf_counter())
        self.count += len(passes)
        if len(ids) == 1 and ahead is not None:
            self._cache[:] = ahead.cache
            logits = ahead.logits
        else:
            for some in passes:
                logits = self._host.logits(mx.array([some]), self._cache)
        del ahead  # or its handles keep the buffers from being written in place
        mx.async_eval(logits)  # type: ignore[no-untyped-call]
        return logits

    def expect(self, token: "mx.array") -> None:
        """Build the next pass, over the one id that `token` will hold.

        `over` takes it if it is called with that id alone; else it is dropped.
        """
        cache = twins(self._cache)
        self._ahead = _Ahead(self._host.logits(token.reshape(1, 1), cache), cache)

    def arrived(self) -> None:
        """Remember what the passes took whose logits have just been read."""
        if (way := self._under_way) is not None:
            self._cost.took(way.tokens, (perf_counter() - way.began) / way.passes)
        self._under_way = None

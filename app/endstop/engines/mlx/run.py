"""One generation: the prompt is read, the grammar is chosen, the answer is written."""

from collections.abc import Generator, Iterator
from dataclasses import replace
from time import perf_counter

from endstop.engines.engine import (
    Cancelled,
    Constraint,
    Decoded,
    Finished,
    Generation,
    Prefilling,
    Separators,
    Statistics,
    Step,
)
from endstop.engines.grammar import Guide, compile_grammar
from endstop.engines.mlx.decode import Decoder, Limits
from endstop.engines.mlx.engine_cache import EngineCache
from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.prefill import Prefix, prefill
from endstop.engines.mlx.style import preferred_separators
from endstop.engines.salvage import closed_text
from endstop.engines.stop import StopReason, StopReport, StopSet
from endstop.errors import CancelledError, ModelError
from endstop.translation import _

_NATURAL = (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END)


class Run:
    """The phases of one generation and what they cost."""

    def __init__(
        self, host: Host, generation: Generation, stop_set: StopSet, cache: EngineCache
    ) -> None:
        self._host = host
        self._generation = generation
        self._stop_set = stop_set
        self._cache = cache
        self._began = perf_counter()
        self._deadline = generation.deadline()

    def steps(self, cancelled: Cancelled) -> Iterator[Step]:
        """Prefill, decode, finish; a constraint that cannot be met is refused first."""
        if (constraint := self._generation.constraint) is not None:
            self._check(constraint)

        def ended() -> bool:
            return cancelled() or perf_counter() >= self._deadline

        try:
            if ended():
                raise CancelledError
            prefix = yield from self._prefill(ended)
            separators = self._separators(constraint, prefix, ended) if constraint else None
        except CancelledError:
            yield self._unread(StopReason.CANCELLED if cancelled() else StopReason.LENGTH)
            return
        read = Statistics(
            prompt_tokens=prefix.prompt_tokens,
            cached_tokens=prefix.cached_tokens,
            forward_passes=prefix.forward_passes,
            prefill_s=perf_counter() - self._began,
            separators=separators,
        )
        guide = self._guide(constraint, separators) if constraint else None
        yield from self._decode(prefix, read, guide, cancelled)

    def _check(self, constraint: Constraint) -> None:
        compile_grammar(constraint)
        if not self._stop_set.ids:
            raise ModelError(
                _("This model has no token that ends an answer."),
                _("Extract without constraint, or give the model an eos_token_id."),
            )

    def _prefill(self, cancelled: Cancelled) -> Generator[Prefilling, None, Prefix]:
        return prefill(
            self._host,
            self._generation.pages,
            self._generation.prompt,
            self._cache.prefixes,
            cancelled,
        )

    def _unread(self, reason: StopReason) -> Finished:
        """The end of a run that was cut before the prompt was read.

        At a limit that is an answer with no value; who cancels wants none.
        """
        closed, constraint = None, self._generation.constraint
        if constraint is not None and reason is StopReason.LENGTH:
            guide = self._guide(constraint, constraint.separators)
            closed = closed_text(guide, [], self._stop_set.ids, self._host.known)
        statistics = Statistics(prefill_s=perf_counter() - self._began)
        return Finished(StopReport(reason), statistics, closed)

    def _separators(
        self, constraint: Constraint, prefix: Prefix, cancelled: Cancelled
    ) -> Separators:
        """The style that was asked for, or else the model's own, found out once."""
        if constraint.separators is not None:
            return constraint.separators
        if self._cache.separators is None:
            found, passes = preferred_separators(self._host, prefix, self._stop_set, cancelled)
            self._cache.separators = found
            prefix.forward_passes += passes
        return self._cache.separators

    def _guide(self, constraint: Constraint, separators: Separators | None) -> Guide:
        grammar = compile_grammar(replace(constraint, separators=separators))
        return Guide(grammar, self._cache.vocabulary(self._host.tokenizer, self._stop_set))

    def _decode(
        self, prefix: Prefix, read: Statistics, guide: Guide | None, cancelled: Cancelled
    ) -> Iterator[Step]:
        started = perf_counter()
        decoder = Decoder(self._host, self._stop_set, guide, self._cache.cost)
        limits = Limits(self._generation.max_tokens, self._deadline)
        for item in decoder.decode(prefix, limits, cancelled):
            if not isinstance(item, StopReport):
                yield Decoded((item,))
                continue
            tally = decoder.tally
            statistics = replace(
                read,
                tokens=tally.tokens,
                forced_tokens=tally.forced,
                forward_passes=read.forward_passes + tally.forward_passes,
                decode_s=perf_counter() - started,
            )
            closed = None if item.reason in _NATURAL else decoder.closed_text()
            yield Finished(item, statistics, closed)

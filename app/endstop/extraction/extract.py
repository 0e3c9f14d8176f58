"""The use-case: one document, one schema, one engine; events come out as it goes."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import assert_never

from endstop.engines.engine import (
    Constraint,
    Decoded,
    Engine,
    Finished,
    Generation,
    Prefilling,
    Step,
    Token,
)
from endstop.engines.grammar import compile_grammar
from endstop.engines.stop import StopReason
from endstop.errors import CancelledError, EndstopError
from endstop.extraction.confidence import confidences
from endstop.extraction.cut import lost_values
from endstop.extraction.events import (
    Cancelled,
    Completed,
    Event,
    Failed,
    Prefilled,
    Prepared,
    TokensArrived,
)
from endstop.extraction.page_source import IsCancelled, PageSource
from endstop.extraction.pages import Gathered, gather
from endstop.extraction.partial_json import partial_value
from endstop.extraction.profiles import Profile, profile_for
from endstop.extraction.prompt import build_prompt
from endstop.extraction.request import Request
from endstop.extraction.validation import bounds_hit, find_problems, leaves, parse
from endstop.results.result import Extraction, Problem
from endstop.translation import _

_log = logging.getLogger(__name__)


def extract(
    request: Request, engine: Engine, pages: PageSource, cancelled: IsCancelled
) -> Iterator[Event]:
    """Run one request; the last event is Completed, Cancelled or Failed, and nothing is raised."""
    try:
        yield from _Run(request, engine, pages, cancelled).events()
    except CancelledError:
        yield Cancelled(None)
    except EndstopError as error:
        _log.warning("an extraction failed: %s", type(error).__name__)
        yield Failed(error)


class _Run:
    """One extraction on its way: what was rendered and written so far."""

    def __init__(
        self, request: Request, engine: Engine, pages: PageSource, cancelled: IsCancelled
    ) -> None:
        self._request = request
        self._engine = engine
        self._pages = pages
        self._cancelled = cancelled
        self._profile: Profile = profile_for(engine.model)
        self._tokens: list[Token] = []

    def events(self) -> Iterator[Event]:
        """The run's events; raises EndstopError where it cannot go on."""
        question = self._question()
        started = perf_counter()
        gathered = yield from gather(
            self._request,
            self._profile.sizing,
            self._pages,
            self._cancelled,
            self._engine.room(question.prompt, question.max_tokens),
            question.deadline(),
        )
        render_s = perf_counter() - started
        yield Prepared(gathered.numbers, gathered.notices)
        generation = replace(question, pages=gathered.images)
        for step in self._engine.generate(generation, self._cancelled):
            yield self._event(step, gathered, render_s)

    def _question(self) -> Generation:
        """What the engine is asked, its pages still missing; the time runs from now on."""
        began, options = perf_counter(), self._request.options
        return Generation(
            (),
            build_prompt(self._profile, self._request.schema),
            self._constraint(),
            options.max_tokens or self._profile.max_tokens,
            max_seconds=options.max_seconds,
            began=began,
        )

    def _constraint(self) -> Constraint | None:
        """The grammar's demand, tried before any page is rendered."""
        if not self._request.options.constrained:
            return None
        constraint = Constraint(self._request.schema.definition, self._profile.separators)
        compile_grammar(constraint)
        return constraint

    def _event(self, step: Step, gathered: Gathered, render_s: float) -> Event:
        match step:
            case Prefilling(done, total):
                return Prefilled(done, total)
            case Decoded(tokens):
                self._tokens.extend(tokens)
                return TokensArrived(tokens)
            case Finished():
                return self._ended(step, gathered, render_s)
            case _:
                assert_never(step)

    def _ended(self, step: Finished, gathered: Gathered, render_s: float) -> Event:
        extraction = self._extraction(step, gathered, render_s)
        pages, tokens, problems = map(len, (gathered.numbers, self._tokens, extraction.problems))
        ending = f"stop: {step.stop.reason}, problems: {problems}"
        _log.info("an extraction ended; pages: %d, tokens: %d, %s", pages, tokens, ending)
        if step.stop.reason is StopReason.CANCELLED:
            return Cancelled(extraction if extraction.text else None)
        return Completed(extraction)

    def _extraction(self, step: Finished, gathered: Gathered, render_s: float) -> Extraction:
        text = "".join(token.text for token in self._tokens if not token.special)
        if step.stop.reason in (StopReason.STOP_TOKEN, StopReason.GRAMMAR_END):
            value, problems = parse(text)
            if not problems:
                problems = find_problems(value, self._request.schema)
            if self._request.options.constrained:
                problems = (*problems, *bounds_hit(value))
        else:
            value = partial_value(step.closed_text or text)
            problems = (Problem("", _cut_short(step.stop.reason)), *lost_values(text, value))
        return Extraction(
            source=self._request.source,
            pages=gathered.numbers,
            schema=self._request.schema,
            model=self._engine.model,
            constrained=self._request.options.constrained,
            text=text,
            value=value,
            problems=(*gathered.problems, *problems),
            fields=leaves(value, problems, confidences(self._tokens)),
            stop=step.stop,
            statistics=replace(step.statistics, render_s=render_s),
            notices=gathered.notices,
        )


def _cut_short(reason: StopReason) -> str:
    """Why a result is incomplete, in words."""
    match reason:
        case StopReason.LENGTH:
            return _("The answer was cut at the limit of tokens or time; raise it to get the rest.")
        case StopReason.REPETITION:
            return _("The answer was cut because it repeated itself.")
        case StopReason.CANCELLED:
            return _("The extraction was stopped before the answer ended.")
        case _:
            return _("The answer did not end.")

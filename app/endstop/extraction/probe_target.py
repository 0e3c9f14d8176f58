"""An engine under the doctor's probe: it is asked about a bundled sample."""

import json
from collections.abc import Callable, Collection, Iterator

from endstop.assets import resource
from endstop.doctor.facts.subject import Subject
from endstop.doctor.probe import ProbeReport, Probing, probe
from endstop.documents.recognise import recognise
from endstop.engines.engine import (
    Decoded,
    Engine,
    Finished,
    Generation,
    Separators,
    Token,
    TokenRank,
)
from endstop.engines.stop import StopReason, StopSet, StopToken
from endstop.errors import CancelledError
from endstop.extraction.page_source import PageSource
from endstop.extraction.profiles import Profile, profile_for
from endstop.extraction.prompt import build_prompt
from endstop.schemas.load import load_schema


def probe_engine(
    subject: Subject, engine: Engine, pages: PageSource, cancelled: Callable[[], bool]
) -> Iterator[Probing | ProbeReport]:
    """Probe the model that `engine` runs; the last item is the report.

    Raises CancelledError when `cancelled` says so, ModelError if the model fails.
    """
    return probe(subject, SampleTarget(engine, pages, cancelled))


class SampleTarget:
    """Answers the probe with an engine; see `endstop.doctor.probe.ProbeTarget`.

    The sample is one that the bundled model reads; for another model it is a page like any other.
    """

    def __init__(self, engine: Engine, pages: PageSource, cancelled: Callable[[], bool]) -> None:
        self._engine = engine
        self._cancelled = cancelled
        sample = json.loads(resource("samples/samples.json").read_text(encoding="utf-8"))[0]
        path = resource(f"samples/{sample['file']}")
        profile, schema = profile_for(engine.model), load_schema(sample["schema"])
        document = pages.open(recognise(path), None, cancelled)
        page = pages.render(document, 1, profile.sizing, cancelled)
        self._generation = Generation(
            [page], build_prompt(profile, schema), None, profile.max_tokens
        )
        expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
        self._answer = json.dumps(expected, separators=_separators(profile))

    def write(self, stop_ids: Collection[int], limit: int) -> Iterator[Token]:
        """The tokens of a free answer; raises CancelledError when it is stopped."""
        tokens = tuple(StopToken(token_id, "", ("probe",)) for token_id in stop_ids)
        generation = Generation(
            self._generation.pages,
            self._generation.prompt,
            None,
            limit,
            StopSet(tokens, frozenset(stop_ids), "probe"),
        )
        for step in self._engine.generate(generation, self._cancelled):
            if isinstance(step, Decoded):
                yield from step.tokens
            elif isinstance(step, Finished) and step.stop.reason is StopReason.CANCELLED:
                raise CancelledError

    def ranks(self, ids: Collection[int]) -> tuple[TokenRank, ...]:
        """How likely `ids` are at the end of the sample's right answer."""
        return self._engine.ranks(self._generation, self._answer, ids, self._cancelled)


def _separators(profile: Profile) -> tuple[str, str]:
    """How the answer laid before the model is written."""
    return (",", ":") if profile.separators is Separators.COMPACT else (", ", ": ")

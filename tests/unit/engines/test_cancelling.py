"""Cancelling at any moment ends there, and what comes next is what a fresh process writes."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from endstop.assets import bundled_model
from endstop.engines.engine import Decoded, Finished, Loading, Prefilling
from endstop.engines.load import load_engine
from endstop.engines.stop import StopReason
from endstop.errors import CancelledError

pytestmark = pytest.mark.mlx

FRESH = """
import json
from endstop.assets import bundled_model
from endstop.engines.load import load_engine
from tests.support.questions import sample_questions
engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
steps = engine.generate(sample_questions(engine)[0], lambda: False)
print(json.dumps([token.id for step in steps for token in getattr(step, "tokens", ())]))
"""


@pytest.fixture(scope="module")
def fresh_ids() -> list[int]:
    """The answer of a process that did nothing else."""
    done = subprocess.run(
        [sys.executable, "-c", FRESH], check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(done.stdout)


class Stop:
    """Cancels from the step on that `at` says, and counts the passes that came after."""

    def __init__(self, at) -> None:
        self._at = at
        self.asked = False
        self.later = 0

    def take(self, step) -> None:
        self.later += self.asked and took_a_pass(step)
        self.asked = self.asked or self._at(step)

    def __call__(self) -> bool:
        return self.asked


def took_a_pass(step) -> bool:
    if isinstance(step, Decoded):
        return not all(token.forced for token in step.tokens)
    return isinstance(step, Loading | Prefilling)


def is_written(step) -> bool:
    return isinstance(step, Decoded)


def is_read(step) -> bool:
    return isinstance(step, Prefilling) and 0 < step.done < step.total


def begins(step) -> bool:
    return isinstance(step, Prefilling)


@pytest.mark.parametrize("at", [begins, is_read, is_written])
def test_a_run_ends_at_once_and_the_next_is_as_in_a_fresh_process(fresh_ids, ask, at):
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    stop = Stop(at)
    for step in engine.generate(ask(), stop):
        stop.take(step)
    assert stop.asked
    assert stop.later == 0
    assert isinstance(step, Finished)
    assert step.stop.reason is StopReason.CANCELLED
    steps = list(engine.generate(ask(), lambda: False))
    engine.close()
    assert [token.id for step in steps if is_written(step) for token in step.tokens] == fresh_ids


def test_the_look_for_the_models_style_ends_at_once_too(ask):
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    constraint = replace(ask().constraint, separators=None)
    stop = Stop(lambda step: isinstance(step, Prefilling) and step.done == step.total)
    *steps, last = _watched(engine.generate(ask(constraint=constraint), stop), stop)
    engine.close()
    assert not any(is_written(step) for step in steps)
    assert last.stop.reason is StopReason.CANCELLED
    assert engine._cache.separators is None


def _watched(steps, stop):
    for step in steps:
        stop.take(step)
        yield step


def test_a_load_ends_at_once_and_the_next_is_as_in_a_fresh_process(fresh_ids, ask):
    stop = Stop(lambda step: isinstance(step, Loading))
    with pytest.raises(CancelledError):
        load_engine(bundled_model(), stop.take, stop)
    assert stop.later == 0
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    steps = list(engine.generate(ask(), lambda: False))
    engine.close()
    assert [token.id for step in steps if is_written(step) for token in step.tokens] == fresh_ids

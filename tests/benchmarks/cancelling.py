"""How long the engine goes on after it was cancelled, at ten moments of each phase."""

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from endstop.assets import bundled_model
from endstop.engines.engine import Engine, Finished, Generation
from endstop.engines.load import load_engine
from endstop.engines.stop import StopReason
from endstop.errors import CancelledError
from tests.benchmarks.decoding import marked, run
from tests.benchmarks.figure import Figure
from tests.support.questions import sample_questions

MOMENTS = [(number + 0.5) / 10 for number in range(10)]
LOAD_S = 2.0


class Cancel:
    """Says yes from `seconds` after its making on."""

    def __init__(self, seconds: float) -> None:
        self._at = perf_counter() + seconds

    def __call__(self) -> bool:
        return perf_counter() >= self._at

    def delay(self) -> float:
        """Milliseconds since it began to say yes."""
        return 1000 * (perf_counter() - self._at)


def figures() -> Iterator[Figure]:
    """The longest delay of each phase, in milliseconds."""
    command = [sys.executable, "-m", "tests.benchmarks.cancelling"]
    delays = [
        float(
            subprocess.run([*command, str(LOAD_S * part)], check=True, capture_output=True).stdout
        )
        for part in MOMENTS
    ]
    yield _figure("load", delays, f"first {LOAD_S:.0f} s of a load in a fresh process")
    engine = load_engine(bundled_model(), lambda _step: None, lambda: False)
    asked = sample_questions(engine)[0]
    run(engine, asked)
    _seconds, cold = run(engine, marked(asked, 1))
    _seconds, warm = run(engine, marked(asked, 1))
    read, written = cold.statistics.prefill_s, cold.statistics.decode_s
    delays = [_delay(engine, marked(asked, round(2 + 90 * part)), read * part) for part in MOMENTS]
    pages = f"{1000 * read:.0f} ms of prefill, most of it one pass over a page's picture"
    yield _figure("prefill", delays, pages)
    begun = warm.statistics.prefill_s
    delays = [_delay(engine, marked(asked, 1), begun + written * part) for part in MOMENTS]
    passes = cold.statistics.forward_passes
    yield _figure("decode", delays, f"{1000 * written:.0f} ms of decoding, {passes} passes")
    engine.close()


def _figure(phase: str, delays: list[float], detail: str) -> Figure:
    detail = f"longest of {len(delays)} from the request to the end, spread over {detail}"
    return Figure(f"cancel_{phase}", round(max(delays), 1), "ms", detail)


def _delay(engine: Engine, generation: Generation, seconds: float) -> float:
    """Milliseconds that a run went on; 0 if it was over before."""
    cancel = Cancel(seconds)
    *_steps, last = engine.generate(generation, cancel)
    assert isinstance(last, Finished)
    return cancel.delay() if last.stop.reason is StopReason.CANCELLED else 0.0


def _load_delay_in_fresh_process(seconds: float) -> float:
    command = [sys.executable, "-m", "tests.benchmarks.cancelling", str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def load_delay(seconds: float) -> float:
    """Milliseconds that a load went on; 0 if it was over before."""
    cancel = Cancel(seconds)
    try:
        load_engine(bundled_model(), lambda _step: None, cancel).close()
    except CancelledError:
        return cancel.delay()
    return 0.0


if __name__ == "__main__":
    print(load_delay(float(sys.argv[1])))

"""The runtime matrix: a row a runtime, whether it stops at the turn end, and why."""

from dataclasses import dataclass
from enum import StrEnum

from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.facts.phrases import runtimes
from endstop.doctor.runtimes.runtime import RuntimeName

_MOST_IDS = 4  # that a row shows


class Stops(StrEnum):
    """Whether a runtime stops at the turn end; FAILS: it cannot read the files at all."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "?"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One runtime. `label` is its name as its makers write it, with its version."""

    name: RuntimeName
    label: str
    stops: Stops
    ids: tuple[int, ...] | None
    why: str

    @property
    def ids_text(self) -> str:
        """The stop set in short: `256, 258`."""
        if self.ids is None:
            return "?"
        shown = ", ".join(map(str, self.ids[:_MOST_IDS]))
        more = len(self.ids) - _MOST_IDS
        return f"{shown} +{more}" if more > 0 else shown or "-"


def matrix(diagnosis: Diagnosis) -> tuple[MatrixRow, ...]:
    """The rows, in the order of the runtimes' table."""
    subject = diagnosis.subject
    rows = []
    for runtime in subject.runtimes:
        stop_set = subject.stop_sets[runtime.name]
        stops = subject.stops_in(runtime.name)
        answer = {True: Stops.YES, False: Stops.NO, None: Stops.UNKNOWN}[stops]
        rows.append(
            MatrixRow(
                runtime.name,
                _label(runtime.name, runtime.version),
                Stops.FAILS if stop_set.refuses else answer,
                None if stop_set.ids is None else tuple(sorted(stop_set.ids)),
                stop_set.why,
            )
        )
    return tuple(rows)


def _label(name: RuntimeName, version: str) -> str:
    """`vLLM 0.33.0`, `mlx-lm 0.31.3`: a version that begins in the name is not said twice."""
    label = runtimes([name])
    head, _space, tail = label.rpartition(" ")
    return f"{head if head and version.startswith(tail) else label} {version}"

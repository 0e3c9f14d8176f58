"""One figure of a benchmark."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value; `unit` "ratio" is against the anchor that `detail` names."""

    name: str
    value: float
    unit: str
    detail: str

    def __str__(self) -> str:
        return json.dumps(asdict(self))

"""Results for tests of what is written of them."""

import json
from pathlib import Path
from typing import Any

from endstop.documents.source import Format, SourceFile
from endstop.engines.engine import Statistics
from endstop.engines.stop import StopReason, StopReport
from endstop.extraction.validation import leaves
from endstop.results.result import Extraction, Problem
from endstop.schemas.schema import ExtractionSchema
from tests.support.scripted_engine import MODEL, STOP

_SCHEMA = ExtractionSchema("name", "Name", {"type": "object"})
_STOPPED = StopReport(StopReason.STOP_TOKEN, STOP.id, STOP.text, "chat template", patched=True)


def extraction(path: str | Path, value: Any, *problems: Problem) -> Extraction:
    """The result of the document at `path`, which need not exist."""
    return Extraction(
        source=SourceFile(Path(path), Format.PDF, 10),
        pages=(1,),
        schema=_SCHEMA,
        model=MODEL,
        constrained=True,
        text=json.dumps(value),
        value=value,
        problems=problems,
        fields=leaves(value, (), {}),
        stop=_STOPPED,
        statistics=Statistics(tokens=7),
    )

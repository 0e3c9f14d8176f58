"""Extractions for tests that need no run."""

from pathlib import Path
from typing import Any

from endstop.documents.source import Format, SourceFile
from endstop.engines.engine import Statistics
from endstop.engines.stop import StopReason, StopReport
from endstop.results.result import Extraction, Problem
from endstop.schemas.load import load_schema
from tests.support.scripted_engine import MODEL, STOP

SOURCE = SourceFile(Path("/in/slip.pdf"), Format.PDF, 100)
STOPPED = StopReport(StopReason.STOP_TOKEN, STOP.id, STOP.text, STOP.source, patched=True)


def extraction(
    value: Any = None, *problems: Problem, stop: StopReport = STOPPED, constrained: bool = True
) -> Extraction:
    """A result with this value."""
    return Extraction(
        source=SOURCE,
        pages=(1,),
        schema=load_schema("slip"),
        model=MODEL,
        constrained=constrained,
        text="",
        value={"vendor": "Acme"} if value is None else value,
        problems=problems,
        fields=(),
        stop=stop,
        statistics=Statistics(
            tokens=40,
            forced_tokens=12,
            forward_passes=30,
            decode_s=2.0,
            prefill_s=1.0,
            render_s=0.5,
        ),
    )

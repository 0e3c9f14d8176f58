"""The record of one extraction: what a `.meta.json` file holds, and the value beside it."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from endstop import __version__
from endstop.results.result import Extraction

FORMAT = "endstop-record/1"


def source_identity(source: Path) -> str:
    """The file that a record is of: its absolute path."""
    return str(source.resolve())


def metadata(extraction: Extraction) -> dict[str, Any]:
    """The record without the value, in the order of DESIGN.md 6; every entry is plain JSON."""
    return {
        "format": FORMAT,
        "endstop": __version__,
        "source": {
            "name": extraction.path.name,
            "path": source_identity(extraction.path),
            "format": extraction.source.format.value,
            "size": extraction.source.size,
            "pages": list(extraction.pages),
        },
        "schema": {"name": extraction.schema.name, "definition": extraction.schema.definition},
        "model": {
            "name": extraction.model.name,
            "path": str(extraction.model.path),
            "architecture": extraction.model.architecture,
            "quantisation": extraction.model.quantisation or None,
        },
        "complete": extraction.complete,
        "constrained": extraction.constrained,
        "problems": [asdict(problem) for problem in extraction.problems],
        "notices": list(extraction.notices),
        "fields": [
            {
                "pointer": field.pointer,
                "value": field.value,
                "state": field.state.value,
                "confidence": None if field.confidence is None else round(field.confidence, 6),
                "withheld": round(field.withheld, 6),
            }
            for field in extraction.fields
        ],
        "stop": {
            "reason": extraction.stop.reason.value,
            "id": extraction.stop.id,
            "token": extraction.stop.text,
            "source": extraction.stop.source,
            "patched": extraction.stop.patched,
        },
        "statistics": asdict(extraction.statistics),
    }


def record(extraction: Extraction) -> dict[str, Any]:
    """The whole record: the metadata and the value."""
    return {**metadata(extraction), "value": extraction.value}

"""Write results as files: JSON a document, or one JSON Lines or CSV file for all."""

import csv
import io
import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from endstop.atomic import write_atomically
from endstop.errors import ExportError
from endstop.export.names import META_ENDING, plan_names
from endstop.export.record import metadata, record
from endstop.results.result import Extraction
from endstop.translation import _


class Format(StrEnum):
    """The forms in which results leave Endstop."""

    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


def export(
    extractions: Sequence[Extraction],
    folder: Path,
    form: Format = Format.JSON,
    *,
    with_metadata: bool = True,
) -> tuple[Path, ...]:
    """Write the results into the folder; the files with values, in order. Raises ExportError."""
    match form:
        case Format.JSON:
            names = plan_names([extraction.path for extraction in extractions], folder)
            return tuple(
                write_json(extraction, folder, names[extraction.path], with_metadata=with_metadata)
                for extraction in extractions
            )
        case Format.JSONL:
            lines = [
                to_json_line(extraction, with_metadata=with_metadata) for extraction in extractions
            ]
            return (_write(folder / "results.jsonl", "".join(lines)),)
        case Format.CSV:
            return (_write(folder / "results.csv", to_csv(extractions)),)


def write_json(
    extraction: Extraction, folder: Path, name: str, *, with_metadata: bool = True
) -> Path:
    """Write `name.json` and, with metadata, `name.meta.json`; raises ExportError."""
    if with_metadata:
        _write(folder / f"{name}{META_ENDING}", to_json(metadata(extraction)))
    return _write(folder / f"{name}.json", to_json(extraction.value))


def to_json(value: Any) -> str:
    """JSON as a person reads it: indented, UTF-8, one newline at the end."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def to_json_line(extraction: Extraction, *, with_metadata: bool) -> str:
    """One line of JSON Lines: the whole record, or the file's name and the value."""
    short = {"source": {"name": extraction.path.name}, "value": extraction.value}
    line = record(extraction) if with_metadata else short
    return json.dumps(line, ensure_ascii=False) + "\n"


def to_csv(extractions: Sequence[Extraction]) -> str:
    """A row a document, a column a top-level field; lists and objects as JSON in their cell."""
    values = [e.value if isinstance(e.value, dict) else {} for e in extractions]
    columns = list(dict.fromkeys(name for value in values for name in value))
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["file", "complete", *columns])
    for extraction, value in zip(extractions, values, strict=True):
        cells = [_cell(value.get(name)) for name in columns]
        rows.writerow([extraction.path.name, str(extraction.complete).lower(), *cells])
    return text.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _write(path: Path, text: str) -> Path:
    """Write UTF-8 text, whole or not at all; raises ExportError."""
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise ExportError(
            _("{file} cannot be written: {reason}.").format(file=path, reason=error.strerror),
            _("Choose another folder, or free some space."),
        ) from error
    return path

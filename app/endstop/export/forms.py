"""Results as text: JSON, a line of JSON, rows of a table."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from endstop.export.record import record
from endstop.results.result import Extraction

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(value: Any) -> str:
    """JSON as a person reads it: indented, one newline at the end."""
    return _json(value, indent=2) + "\n"


def to_json_line(extraction: Extraction, *, with_metadata: bool) -> str:
    """One line of JSON Lines: the whole record, or the file's name and the value."""
    short = {"source": {"name": extraction.path.name}, "value": extraction.value}
    return _json(record(extraction) if with_metadata else short) + "\n"


def columns(extractions: Iterable[Extraction]) -> list[str]:
    """The top-level fields of all values, in the order in which they come up."""
    return list(dict.fromkeys(name for each in extractions for name in _fields(each)))


def to_csv(extractions: Sequence[Extraction]) -> str:
    """A row a document, a column a top-level field; lists and objects as JSON in their cell."""
    names = columns(extractions)
    return _rows([["file", "complete", *names]]) + to_csv_rows(extractions, names)


def to_csv_rows(extractions: Iterable[Extraction], names: Sequence[str]) -> str:
    """The rows of a table with these columns, without its head."""
    return _rows(
        [
            each.path.name,
            str(each.complete).lower(),
            *(_cell(_fields(each).get(name)) for name in names),
        ]
        for each in extractions
    )


def _fields(extraction: Extraction) -> dict[str, Any]:
    return extraction.value if isinstance(extraction.value, dict) else {}


def _rows(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return _escaped(text.getvalue())


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _json(value)


def _json(value: Any, indent: int | None = None) -> str:
    return _escaped(json.dumps(value, ensure_ascii=False, indent=indent))


def _escaped(text: str) -> str:
    r"""The text fit for UTF-8, which has no lone surrogates: they are spelt `\udce9`.

    In JSON that is the escape of RFC 8259, 7: whoever reads it gets the surrogate back.
    """
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)

"""A value as rows of a tree: field, value, note; no Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from endstop.results.result import Extraction, FieldState
from endstop.translation import _, ngettext


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One field: its name, its value as text, how it stands, and the fields below it."""

    pointer: str
    name: str
    value: str
    state: FieldState
    note: str
    children: tuple["FieldRow", ...] = ()


def rows_of_extraction(extraction: Extraction) -> tuple[FieldRow, ...]:
    """The rows of a result, with a note where a field breaks the schema."""
    notes = {problem.pointer: problem.message for problem in extraction.problems}
    return rows_of_value(extraction.value, notes)


def rows_of_value(value: Any, notes: Mapping[str, str] | None = None) -> tuple[FieldRow, ...]:
    """The rows of any JSON value, also of an unfinished one."""
    return _children(value, "", notes or {})


def _children(value: Any, pointer: str, notes: Mapping[str, str]) -> tuple[FieldRow, ...]:
    if isinstance(value, dict):
        members = [(str(name), member) for name, member in value.items()]
    elif isinstance(value, list):
        members = [(str(number), member) for number, member in enumerate(value)]
    else:
        return ()
    return tuple(_row(name, member, pointer, notes) for name, member in members)


def _row(name: str, value: Any, parent: str, notes: Mapping[str, str]) -> FieldRow:
    pointer = f"{parent}/{name.replace('~', '~0').replace('/', '~1')}"
    if pointer in notes:
        state, note = FieldState.INVALID, notes[pointer]
    elif value is None:
        state, note = FieldState.NULL, _("absent")
    else:
        state, note = FieldState.VALUE, ""
    children = _children(value, pointer, notes)
    return FieldRow(pointer, name, value_text(value), state, note, children)


def value_text(value: Any) -> str:
    """A value on one line: text bare, a list as its count, an object as its values."""
    if isinstance(value, str):
        return " ".join(value.split()) if value else '""'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list):
        return ngettext("{count} row", "{count} rows", len(value)).format(count=len(value))
    if isinstance(value, dict):
        return " · ".join(value_text(member) for member in value.values() if member is not None)
    return str(value)


def summary(rows: tuple[FieldRow, ...]) -> str:
    """How many fields there are, how many are absent and how many break the schema."""
    leaves = list(_leaves(rows))
    absent = sum(row.state is FieldState.NULL for row in leaves)
    invalid = sum(row.state is FieldState.INVALID for row in all_rows(rows))
    parts = [ngettext("{count} field", "{count} fields", len(leaves)).format(count=len(leaves))]
    if absent:
        parts.append(_("{count} absent").format(count=absent))
    if invalid:
        parts.append(_("{count} to check").format(count=invalid))
    return " · ".join(parts)


def all_rows(rows: tuple[FieldRow, ...]) -> list[FieldRow]:
    """These rows and all below them."""
    return [each for row in rows for each in (row, *all_rows(row.children))]


def _leaves(rows: tuple[FieldRow, ...]) -> list[FieldRow]:
    return [row for row in all_rows(rows) if not row.children]

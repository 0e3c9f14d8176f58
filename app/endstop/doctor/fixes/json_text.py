"""Change one value in a JSON text and not a byte besides.

The standard scanner (`JSONDecoder.raw_decode`) tells where each key and
value stands; the value alone is written anew, a missing key is put in as the file writes its
others. Everything else stays: order, indentation, the spelling of numbers and escapes, line ends,
a byte order mark. Source of the grammar: RFC 8259.
"""

import json
import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from json.decoder import JSONDecoder
from typing import Any

from endstop.doctor.fixes.json_text_style import Style

_skip_spaces = re.compile(r"[ \t\r\n]*").match
_decoder = JSONDecoder()
_BYTE_ORDER_MARK = "\ufeff"


class JsonTextError(ValueError):
    """Why the text cannot be changed: it is no JSON, or there is no such place in it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object or an element of a list: its key, and offsets into the text."""

    key: str
    key_start: int
    value_start: int
    value_end: int


@dataclass(frozen=True, slots=True)
class Container:
    """An object or a list in the text; `end` is one past its closing bracket."""

    start: int
    end: int
    members: tuple[Member, ...]

    def find(self, key: str) -> Member | None:
        """The member of a key; the last one where a key stands twice, as readers take it."""
        return next((m for m in reversed(self.members) if m.key == key), None)


def set_value(text: str, path: Sequence[str], value: Any) -> str:
    """The text with `value` at `path`: keys from the top, an element of a list by its number.

    Missing objects on the way are made. Raises JsonTextError.
    """
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    body = text.removeprefix(_BYTE_ORDER_MARK)
    _require_object(body)
    container = read_container(body, _after_spaces(body, 0))
    style = _style(body, container)
    for depth, key in enumerate(path, start=1):
        member = container.find(key)
        if member is None:
            inner = _nested(path[depth:], value)
            return mark + _insert(body, container, key, inner, style)
        if depth == len(path):
            return mark + _replace(body, container, member, value, style)
        if body[member.value_start] not in "{[":
            raise JsonTextError(f"{'.'.join(path[:depth])} is no object")
        container = read_container(body, member.value_start)
    raise JsonTextError("no key is given")


def value_at(content: bytes, path: Sequence[str]) -> Any:
    """The value at `path` of a JSON file's content; None if there is none or the file is broken."""
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def read_container(text: str, start: int) -> Container:
    """The object or list that opens at `start` of a valid JSON text."""
    is_object = text[start] == "{"
    closing = "}" if is_object else "]"
    members: list[Member] = []
    at = _after_spaces(text, start + 1)
    while text[at] != closing:
        key_start, key = at, str(len(members))
        if is_object:
            key, at = _decoder.raw_decode(text, at)
            at = _after_spaces(text, _after_spaces(text, at) + 1)
        value_end = _decoder.raw_decode(text, at)[1]
        members.append(Member(key, key_start, at, value_end))
        at = _after_spaces(text, value_end)
        if text[at] == ",":
            at = _after_spaces(text, at + 1)
    return Container(start, at + 1, tuple(members))


def _require_object(text: str) -> None:
    try:
        content = json.loads(text)
    except RecursionError:
        raise JsonTextError("it is nested too deeply") from None
    except ValueError as error:
        raise JsonTextError(str(error)) from error
    if not isinstance(content, dict):
        raise JsonTextError("it holds no JSON object")


def _after_spaces(text: str, at: int) -> int:
    spaces = _skip_spaces(text, at)
    return spaces.end() if spaces else at


def _nested(path: Sequence[str], value: Any) -> Any:
    """`value` within an object for each key of the path."""
    for key in reversed(path):
        value = {key: value}
    return value


def _style(text: str, top: Container) -> Style:
    """How this file is written, told by the members of its topmost object."""
    if not top.members:
        return Style.of_empty(text)
    first = top.members[0]
    lists = [m for m in top.members if text[m.value_start] == "[" and m.value_end > m.value_start]
    filled = [text[m.value_start : m.value_end] for m in lists]
    return Style.of(
        text,
        gap=text[top.start + 1 : first.key_start],
        colon=text[first.key_start : first.value_start].rpartition('"')[2],
        separator=_separator(text, top),
        lists=[written for written in filled if written.strip("[] \t\r\n")],
    )


def _separator(text: str, container: Container) -> str | None:
    """What stands between the last two members: a comma and the space around it."""
    if len(container.members) < 2:
        return None
    before, last = container.members[-2:]
    return text[before.value_end : last.key_start]


def _replace(text: str, container: Container, member: Member, value: Any, style: Style) -> str:
    old = text[member.value_start : member.value_end]
    if _same(json.loads(old), value):
        return text
    if old[0] in "{[" and old.strip("{}[] \t\r\n"):
        lines = "\n" in old
    else:
        lines = style.spreads(value) and _is_spread(text, container)
    indentation = _indentation(text, member.key_start)
    new = style.write(value, indentation, lines=lines)
    return text[: member.value_start] + new + text[member.value_end :]


def _insert(text: str, container: Container, key: str, value: Any, style: Style) -> str:
    if text[container.start] == "[":
        raise JsonTextError(f"the list has no element {key}")
    if not container.members:
        return _fill(text, container, key, value, style)
    members = container.members
    gap = text[container.start + 1 : members[0].key_start]
    separator = _separator(text, container) or ("," + gap if "\n" in gap else style.comma)
    spread = _is_spread(text, container)
    indentation = _indentation(text, members[-1].key_start) if spread else ""
    lines = spread and style.spreads(value)
    entry = style.write(key, "", lines=False) + style.colon
    entry += style.write(value, indentation, lines=lines)
    keys = [member.key for member in members]
    place = bisect(keys, key) if len(keys) > 1 and keys == sorted(keys) else len(keys)
    if place < len(keys):
        at = members[place].key_start
        return text[:at] + entry + separator + text[at:]
    at = members[-1].value_end
    return text[:at] + separator + entry + text[at:]


def _fill(text: str, container: Container, key: str, value: Any, style: Style) -> str:
    """Put the first member into an empty object."""
    if style.unit is None:
        new = style.write({key: value}, "", lines=False)
    else:
        new = style.write({key: value}, _indentation(text, container.start), lines=True)
    return text[: container.start] + new + text[container.end :]


def _is_spread(text: str, container: Container) -> bool:
    """Whether the members stand on lines of their own."""
    return "\n" in text[container.start : container.members[-1].key_start]


def _indentation(text: str, at: int) -> str:
    """The white space that begins the line of an offset."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _same(old: Any, new: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true differ."""
    return json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)

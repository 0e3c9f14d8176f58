"""A change as a unified diff, quick also where a file has a million lines or a single one."""

import re
from collections.abc import Iterator
from difflib import unified_diff

_CONTEXT = 3  # lines
_WIDEST = 240  # characters of a line that are shown whole
_AROUND = 60  # characters kept beside what differs in a longer one
_NO_NEWLINE = "\\ No newline at end of file"
_position = re.compile(r"([-+])(\d+)")


def text_diff(file: str, before: bytes | None, after: bytes) -> str:
    """The diff of a text file; `before` None: the file is new. Bytes beyond UTF-8 are replaced."""
    old, new = _lines(before or b""), _lines(after)
    head = ["--- /dev/null" if before is None else f"--- a/{file}", f"+++ b/{file}"]
    return "\n".join([*head, *_hunks(old, new)]) + "\n"


def number_diff(file: str, key: str, before: int, after: int) -> str:
    """The diff of one number in a binary file."""
    return f"--- a/{file}\n+++ b/{file}\n@@ {key} @@\n-{before}\n+{after}\n"


def _lines(content: bytes) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", content.decode("utf-8", "replace"))


def _hunks(old: list[str], new: list[str]) -> Iterator[str]:
    """The hunks; equal lines at both ends are left out of the search for differences."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    first = max(0, start - _CONTEXT)
    kept = max(0, end - _CONTEXT)
    hunks = list(
        unified_diff(old[first : len(old) - kept], new[first : len(new) - kept], n=_CONTEXT)
    )[2:]
    for line in _shortened(hunks):
        if line.startswith("@@"):
            yield _shifted(line.rstrip("\n"), first)
        elif line.endswith("\n"):
            yield line.rstrip("\r\n")
        else:
            yield line
            yield _NO_NEWLINE


def _shifted(header: str, lines: int) -> str:
    """The header of a hunk, with line numbers that count from the file's beginning."""
    return _position.sub(lambda found: f"{found[1]}{int(found[2]) + lines}", header)


def _shortened(hunks: list[str]) -> Iterator[str]:
    """Lines too wide to be read, cut to what differs."""
    changed = [line for line in hunks if line[0] in "-+"]
    alone = len(changed) == 2 and changed[0][0] != changed[1][0]
    start = max(0, _common(changed[0][1:], changed[1][1:]) - _AROUND) if alone else 0
    for line in hunks:
        if len(line) <= _WIDEST or line.startswith("@@"):
            yield line
            continue
        sign, text = line[0], line[1:]
        at = start if sign in "-+" else 0
        more = at + _WIDEST < len(text)
        cut = text[at : at + _WIDEST]
        yield f"{sign}{'…' if at else ''}{cut}{'…' if more else ''}".rstrip("\r\n") + "\n"


def _common(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))

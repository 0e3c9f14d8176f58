"""The members of a JSON object one by one, so that a large one is never held as Python values."""

import json
import re
from collections.abc import Iterator
from typing import Any

_OPEN = re.compile(r'[ \t\n\r]*\{[ \t\n\r]*(?:(?=")|(\}))')
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_NEXT = re.compile(r'[ \t\n\r]*(?:,[ \t\n\r]*(?=")|(\}))')


def members(text: str) -> Iterator[tuple[str, Any]]:
    """Each name and value of the object that `text` is; ValueError where it is none.

    What follows the object is not looked at. A name may come twice.
    """
    decode = json.JSONDecoder().raw_decode
    found = _expected(_OPEN, text, 0)
    while found.group(1) is None:
        name, at = decode(text, found.end())
        value, at = decode(text, _expected(_COLON, text, at).end())
        yield name, value
        found = _expected(_NEXT, text, at)


def _expected(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    found = pattern.match(text, at)
    if found is None:
        raise json.JSONDecodeError("Expecting another member", text, at)
    return found

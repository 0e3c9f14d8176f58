"""Which white space a model itself puts into JSON: told from what it writes unasked."""

import re

from endstop.engines.engine import Separators

_FIRST_MEMBER = re.compile(r'\{(\s*)"(?:[^"\\]|\\.)*"\s*:(\s*)[^\s]')


def separators_of(text: str) -> Separators | None:
    """The style of a JSON text by its first member; None if it shows none."""
    found = _FIRST_MEMBER.search(text)
    if found is None:
        return None
    before_key, before_value = found.groups()
    if "\n" in before_key:
        return Separators.INDENTED
    return Separators.SPACED if before_value else Separators.COMPACT

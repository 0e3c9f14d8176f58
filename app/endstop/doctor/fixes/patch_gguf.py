"""Where a number stands in a GGUF file, and the bytes that change it."""

import struct
from pathlib import Path
from typing import Any

from endstop.checkpoints.gguf_metadata import GgufError, Value, read_metadata
from endstop.doctor.finding import GgufEdit
from endstop.doctor.fixes.patch import NumberChange
from endstop.doctor.journal.fixable import is_integer
from endstop.errors import FixError
from endstop.translation import _


def number_change(path: Path, edit: GgufEdit) -> NumberChange:
    """The change that the edit makes in the file at `path`; nothing is written yet.

    Raises FixError: the file is broken, the key is missing or no integer, or the value too big.
    """
    try:
        found = read_metadata(path).values.get(edit.key)
    except (GgufError, OSError) as error:
        raise FixError(
            _("{file} cannot be read as GGUF: {reason}.").format(file=edit.file, reason=error)
        ) from error
    if found is None:
        raise FixError(_("{file} has no key {key}.").format(file=edit.file, key=edit.key))
    number = _number(found, edit.index)
    if type(number) is not int or not is_integer(found):
        raise FixError(_("{key} of {file} is no integer.").format(file=edit.file, key=edit.place))
    form = struct.Struct(f"<{found.form}")
    try:
        after = form.pack(edit.value)
    except struct.error as error:
        raise FixError(
            _("{value} does not fit {key}.").format(value=edit.value, key=edit.place)
        ) from error
    offset = found.offset + (edit.index or 0) * form.size
    numbers = (number, edit.value)
    return NumberChange(edit.file, edit.place, offset, form.pack(number), after, numbers)


def _number(found: Value, index: int | None) -> Any:
    """The value, or the item of an array; None if there is no such item."""
    if index is None:
        return found.value
    items = found.value if isinstance(found.value, list) else []
    return items[index] if 0 <= index < len(items) else None

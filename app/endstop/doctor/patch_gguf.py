"""Where a number stands in a GGUF file, by the `gguf` package's own reader."""

from pathlib import Path

import numpy as np

from endstop.doctor.patch import NumberChange
from endstop.errors import FixError
from endstop.translation import _


def number_change(path: Path, file: str, key: str, value: int) -> NumberChange:
    """The change that sets the integer metadata `key` to `value`; nothing is written yet.

    Raises FixError: the file is broken, the key is missing or no integer, or the value too big.
    """
    from gguf import GGUFReader

    try:
        reader = GGUFReader(path)
        field = reader.get_field(key)
    except Exception as error:  # the reader raises whatever numpy and enum do
        raise FixError(
            _("{file} cannot be read as GGUF: {reason}.").format(file=file, reason=error)
        ) from error
    if field is None:
        raise FixError(_("{file} has no key {key}.").format(file=file, key=key))
    number = field.parts[field.data[0]] if len(field.data) == 1 else np.empty(0)
    if number.size != 1 or number.dtype.kind not in "iu":
        raise FixError(_("{key} of {file} is no integer.").format(file=file, key=key))
    limits = np.iinfo(number.dtype)
    if not limits.min <= value <= limits.max:
        raise FixError(_("{value} does not fit {key}.").format(value=value, key=key))
    return NumberChange(
        file,
        key,
        offset=number.ctypes.data - reader.data.ctypes.data,
        before=number.tobytes(),
        after=np.array([value], dtype=number.dtype).tobytes(),
        numbers=(int(number[0]), value),
    )

"""Write a few bytes of a big file in place."""

import os
from collections.abc import Sequence
from pathlib import Path

from endstop.doctor.fixes.exchange import UnexpectedFileError
from endstop.doctor.journal.ordinary_file import open_in_place

Number = tuple[int, bytes, bytes]  # where it stands, what stands there, what is to stand there


def write_numbers(path: Path, numbers: Sequence[Number]) -> None:
    """Write bytes over those that are expected there and see them to the disk.

    Raises UnexpectedFileError if others stand there, and OSError; then nothing was written.
    """
    with open_in_place(path) as file:
        for offset, before, _after in numbers:
            file.seek(offset)
            if file.read(len(before)) != before:
                raise UnexpectedFileError
        for offset, _before, after in numbers:
            file.seek(offset)
            file.write(after)
        file.flush()
        os.fsync(file.fileno())

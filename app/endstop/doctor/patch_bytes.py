"""Read and write a few bytes of a big file in place."""

import hashlib
import os
from pathlib import Path


def bytes_at(path: Path, offset: int, length: int) -> bytes:
    """Some bytes of a file; fewer where it ends. Raises OSError."""
    with path.open("rb") as file:
        file.seek(offset)
        return file.read(length)


def write_bytes_at(path: Path, offset: int, content: bytes) -> None:
    """Write bytes over those at the offset and see them to the disk; raises OSError."""
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def digest(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal; raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

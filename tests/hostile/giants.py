"""Files far larger than any honest one of their kind; written cheaply, sparse where possible."""

from collections.abc import Callable
from pathlib import Path

from tests.hostile.case import Case, Harm, replaced

_GIANT = 200_000_000  # bytes
_CHUNK = 1_000_000


def _repeated(name: str, start: bytes, piece: bytes, end: bytes) -> Harm:
    """`piece` again and again, up to the size of a giant."""

    def harm(folder: Path) -> None:
        many = piece * (_CHUNK // len(piece))
        (folder / name).unlink(missing_ok=True)
        with (folder / name).open("wb") as file:
            file.write(start)
            for _number in range(_GIANT // len(many)):
                file.write(many)
            file.write(end)

    return harm


def _sparse(name: str, size: int) -> Harm:
    def harm(folder: Path) -> None:
        with (folder / name).open("r+b") as file:
            file.truncate(size)

    return harm


def _crowd(folder: Path) -> None:
    for number in range(20_000):
        (folder / f"part-{number:05}.bin").touch()


_NUMBERS = (b'{"eos_token_id": [', b"258,", b"258]}")
_OBJECTS = (b'{"eos_token_id": [', b'{"a":1},', b"{}]}")
_NESTED = (b'{"eos_token_id": ', b"[", b"")
_TEXT = (b'{"eos_token_id": "', b"x", b'"}')
_BYTES = (b'{"eos_token_id": "', b"\xff\xc3\x28", b'"}')
_KINDS = {
    "numbers": _NUMBERS,
    "objects": _OBJECTS,
    "nested lists": _NESTED,
    "one text": _TEXT,
    "no UTF-8": _BYTES,
}
_LOOSE: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("sparse tokenizer.json of 3 GB", _sparse("tokenizer.json", 3_000_000_000)),
    ("sparse config.json of 1 TB", _sparse("config.json", 10**12)),
    ("template of 10 MB", replaced("chat_template.jinja", "{{ messages }}" * 700_000)),
    ("20,000 files", _crowd),
)

CASES = (
    *(
        Case(f"generation_config.json, 200 MB of {kind}", _repeated("generation_config.json", *how))
        for kind, how in _KINDS.items()
    ),
    Case("config.json, 200 MB of numbers", _repeated("config.json", *_NUMBERS)),
    Case("tokenizer_config.json, 200 MB of objects", _repeated("tokenizer_config.json", *_OBJECTS)),
    Case("tokenizer.json, 200 MB of numbers", _repeated("tokenizer.json", *_NUMBERS)),
    Case("processor_config.json, 200 MB of one text", _repeated("processor_config.json", *_TEXT)),
    *(Case(name, harm) for name, harm in _LOOSE),
)

"""Weight files that lie about what they hold."""

import json
import struct
from pathlib import Path
from typing import Any

from tests.hostile.case import Case, Harm, edited, replaced

_WEIGHTS = "model.safetensors"
_INDEX = "model.safetensors.index.json"


def _with_header(header: bytes, length: int | None = None, data: bytes = b"") -> bytes:
    return struct.pack("<Q", len(header) if length is None else length) + header + data


def _tensors(**entries: Any) -> bytes:
    return _with_header(json.dumps(entries).encode(), data=bytes(1024))


def _tensor(shape: list[int], begin: int, end: int, dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def _crowded(folder: Path) -> None:
    """A header of 90 MB: more than a million tensors of no size."""
    entry = '"t%07d":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}'
    header = "{" + ",".join(entry % number for number in range(1_400_000)) + "}"
    replaced(_WEIGHTS, _with_header(header.encode()))(folder)


def _first_entry(**values: Any) -> Harm:
    """The real file with other values in the entry of one tensor."""

    def harm(folder: Path) -> None:
        raw = (folder / _WEIGHTS).read_bytes()
        length = struct.unpack("<Q", raw[:8])[0]
        header = json.loads(raw[8 : 8 + length])
        name = next(name for name in header if name != "__metadata__")
        header[name] |= values
        text = json.dumps(header).encode()
        replaced(_WEIGHTS, _with_header(text, data=raw[8 + length :]))(folder)

    return harm


def _cut(folder: Path) -> None:
    raw = (folder / _WEIGHTS).read_bytes()
    replaced(_WEIGHTS, raw[: len(raw) // 2])(folder)


def _index_to(place: str) -> Harm:
    """An index that says that all tensors lie somewhere else."""

    def harm(folder: Path) -> None:
        names = {"lm_head.weight": place, "language_model.lm_head.weight": place}
        (folder / _INDEX).write_text(json.dumps({"weight_map": names}), encoding="utf-8")

    return harm


def _crowded_index(folder: Path) -> None:
    names = ",".join(f'"t{number}":"model.safetensors"' for number in range(2_000_000))
    (folder / _INDEX).write_text('{"weight_map":{' + names + "}}", encoding="utf-8")


CASES = (
    Case("weights of a million tensors", _crowded),
    Case("a header longer than any file", replaced(_WEIGHTS, _with_header(b"{}", 2**63))),
    Case("a header longer than its file", replaced(_WEIGHTS, _with_header(b"{}", 90_000_000))),
    Case("a header nested deeply", replaced(_WEIGHTS, _with_header(b"[" * 1_000_000))),
    Case("a header that is no JSON", replaced(_WEIGHTS, _with_header(b"\xff" * 1000))),
    Case("weights of no bytes", replaced(_WEIGHTS, b"")),
    Case("weights that are cut", _cut),
    Case(
        "tensors that overlap",
        replaced(_WEIGHTS, _tensors(a=_tensor([64], 0, 256), b=_tensor([64], 128, 384))),
    ),
    Case("a tensor of a negative shape", _first_entry(shape=[-1, -(2**62)])),
    Case("a tensor of a huge shape", _first_entry(shape=[2**40, 2**40])),
    Case("a tensor beyond its file", _first_entry(data_offsets=[2**50, 2**51])),
    Case("a tensor of an unknown kind", _first_entry(dtype="F1024")),
    Case("an index to a file outside", _index_to("../../outside.safetensors")),
    Case("an index to an absolute path", _index_to("/etc/passwd")),
    Case("an index to a missing file", _index_to("model-00001-of-00002.safetensors")),
    Case("an index of two million tensors", _crowded_index),
    Case("a vocabulary that is not the weights'", edited("config.json", text_config__vocab_size=7)),
)

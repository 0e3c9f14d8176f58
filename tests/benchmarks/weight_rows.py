"""The rows of a 9B model's head, checked against reading that head once.

The folder has a head and an embedding of 248,320 x 4,096 in four shards, as sparse files: their
holes read as zeros and take no room.
"""

import json
import os
import struct
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.facts.subject import Subject
from tests.benchmarks.figure import Figure
from tests.support.folders import make_folder

ROUNDS = 5
ROWS, WIDTH, GROUP = 248_320, 4_096, 64
SHARDS = 4
_CHUNK = 16 * 1024 * 1024  # bytes
_SIZES = {"BF16": 2, "U32": 4}


def figures() -> Iterator[Figure]:
    """Time against reading the head once, and memory, for floats and for 4 and 8 bits."""
    for bits in (16, 8, 4):
        with tempfile.TemporaryDirectory() as parent:
            folder = make_sparse_model(Path(parent) / "model", bits)
            ratios = [_check(folder) / _read_head(folder) for _ in range(ROUNDS)]
            memory = _peak_memory(folder)
        detail = f"{bits}-bit head of {ROWS} x {WIDTH}, median of {ROUNDS} pairs against reading it"
        yield Figure(f"row_check_time_{bits}_bit", round(median(ratios), 4), "ratio", detail)
        detail = "peak of what is allocated while the rows are read and judged"
        yield Figure(f"row_check_memory_{bits}_bit", memory, "MB", detail)


def make_sparse_model(folder: Path, bits: int) -> Path:
    """A model of 9B's shape; `bits` 16 is bf16, fewer is MLX's affine form."""
    config = {} if bits == 16 else {"quantization": {"bits": bits, "group_size": GROUP}}
    make_folder(folder, config={"model_type": "qwen3_5", **config})
    weight_map = {}
    for shard in range(SHARDS):
        layer = {0: "model.language_model.embed_tokens", SHARDS - 1: "lm_head"}.get(shard)
        tensors = _tensors(layer, bits) if layer else {f"layer.{shard}": ("BF16", (1024, WIDTH))}
        name = f"model-{shard + 1:05}-of-{SHARDS:05}.safetensors"
        _write_sparse(folder / name, tensors)
        weight_map |= dict.fromkeys(tensors, name)
    text = json.dumps({"weight_map": weight_map})
    (folder / "model.safetensors.index.json").write_text(text, encoding="utf-8")
    return folder


def _tensors(layer: str, bits: int) -> dict[str, tuple[str, tuple[int, int]]]:
    if bits == 16:
        return {f"{layer}.weight": ("BF16", (ROWS, WIDTH))}
    groups = ("BF16", (ROWS, WIDTH // GROUP))
    return {
        f"{layer}.weight": ("U32", (ROWS, WIDTH * bits // 32)),
        f"{layer}.scales": groups,
        f"{layer}.biases": groups,
    }


def _write_sparse(path: Path, tensors: dict[str, tuple[str, tuple[int, int]]]) -> None:
    header, at = {}, 0
    for name, (dtype, (rows, width)) in tensors.items():
        end = at + rows * width * _SIZES[dtype]
        header[name] = {"dtype": dtype, "shape": [rows, width], "data_offsets": [at, end]}
        at = end
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text)
    os.truncate(path, 8 + len(text) + at)


def _check(folder: Path) -> float:
    """Seconds from the weight files' headers to the verdict on the rows."""
    subject = Subject(Checkpoint(folder))
    assert subject.end_ids  # rendered before the clock starts, for that reads no row
    started = perf_counter()
    assert subject.special_rows is not None
    return perf_counter() - started


def _read_head(folder: Path) -> float:
    started = perf_counter()
    with (folder / f"model-{SHARDS:05}-of-{SHARDS:05}.safetensors").open("rb", 0) as file:
        buffer = bytearray(_CHUNK)
        while file.readinto(buffer):
            pass
    return perf_counter() - started


def _peak_memory(folder: Path) -> float:
    """The most that is allocated at once, in MB; numpy's arrays count."""
    tracemalloc.start()
    try:
        _check(folder)
        return round(tracemalloc.get_traced_memory()[1] / 1e6, 1)
    finally:
        tracemalloc.stop()

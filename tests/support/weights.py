"""Small weight files made for a test: safetensors in any dtype, MLX quantised, GGUF."""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.support.folders import CHATML, SPECIALS

ROWS, WIDTH = 300, 64
TINY = 1.17e-37  # what the chat tokens' rows of a known base model hold
Array = Any


def trained_rows(rows: int = ROWS, width: int = WIDTH, seed: int = 0) -> Array:
    """Rows as training leaves them: all different, of a usual size."""
    return np.random.default_rng(seed).normal(0.001, 0.02, (rows, width)).astype(np.float32)


def with_tiny(matrix: Array, ids: Sequence[int]) -> Array:
    """The same rows, but for these ids all ±1.17e-37."""
    changed = matrix.copy()
    signs = np.random.default_rng(1).choice([-1, 1], matrix.shape[1])
    changed[list(ids)] = (signs * TINY).astype(np.float32)
    return changed


def stored(matrix: Array, dtype: str) -> bytes:
    """The matrix's bytes in a safetensors dtype; bf16 by cutting."""
    if dtype == "BF16":
        return (matrix.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    kinds = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "U32": "<u4", "F8_E4M3": "u1"}
    return matrix.astype(kinds[dtype]).tobytes()


def write_safetensors(path: Path, tensors: Mapping[str, tuple[str, Array]]) -> None:
    """Write tensors given as (dtype, array)."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    blobs, at = [], 0
    for name, (dtype, matrix) in tensors.items():
        blob = stored(matrix, dtype)
        offsets = [at, at + len(blob)]
        header[name] = {"dtype": dtype, "shape": list(matrix.shape), "data_offsets": offsets}
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def save_mlx(
    folder: Path, matrices: Mapping[str, Array], *, kind: str = "bfloat16", **how: Any
) -> None:
    """Quantise with MLX itself (`bits`, `group_size`, `mode`) and note it in config.json."""
    import mlx.core as mx

    names = {2: ("weight", "scales"), 3: ("weight", "scales", "biases")}
    tensors = {}
    for name, matrix in matrices.items():
        parts = mx.quantize(mx.array(matrix).astype(getattr(mx, kind)), **how)
        layer = name.removesuffix(".weight")
        tensors |= {f"{layer}.{part}": p for part, p in zip(names[len(parts)], parts, strict=True)}
    mx.save_safetensors(str(folder / "model.safetensors"), tensors, metadata={"format": "mlx"})
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["quantization"] = {"mode": "affine", **how}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")


def make_gguf(
    path: Path,
    *,
    texts: Sequence[str] = (),
    types: Mapping[str, int] | None = None,
    ids: Mapping[str, int] | None = None,
    template: str | None = CHATML,
    tensors: Mapping[str, Array] | None = None,
    quantised: Mapping[str, str] | None = None,
) -> Path:
    """A GGUF file through the `gguf` package's own writer.

    `texts` are the special tokens after 256 ordinary ones; `types` overrides CONTROL by text;
    `ids` are the special ids by slot (`eos`); `quantised` names a type a tensor.
    """
    from gguf import GGMLQuantizationType, GGUFWriter
    from gguf.quants import quantize

    specials = list(texts or SPECIALS)
    ordinary = [f"w{i}" for i in range(256)]
    writer = GGUFWriter(path, "qwen3")
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list([*ordinary, *specials])
    writer.add_token_types([1] * 256 + [(types or {}).get(text, 3) for text in specials])
    for slot, token_id in (ids or {}).items():
        writer.add_uint32(f"tokenizer.ggml.{slot}_token_id", token_id)
    if template is not None:
        writer.add_chat_template(template)
    for name, matrix in (tensors or {}).items():
        kind = (quantised or {}).get(name)
        if kind is None:
            writer.add_tensor(name, matrix)
        else:
            raw = GGMLQuantizationType[kind]
            writer.add_tensor(name, quantize(matrix, raw), raw_dtype=raw)
    path.parent.mkdir(parents=True, exist_ok=True)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path

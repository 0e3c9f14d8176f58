"""A safetensors header says where tensors lie, or why it cannot."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.checkpoints.safetensors_header import read_header
from endstop.checkpoints.safetensors_index import read_weights
from tests.support.weights import trained_rows, write_safetensors


def _write(path, entries, blob=b""):
    text = json.dumps(entries).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + blob)
    return path


def test_tensors_lie_where_the_library_finds_them(tmp_path):
    from safetensors.numpy import load_file

    path = tmp_path / "model.safetensors"
    write_safetensors(path, {"a": ("F32", trained_rows(3, 4)), "b": ("F16", trained_rows(5, 2))})
    stored = path.read_bytes()
    for name, matrix in load_file(path).items():
        tensor = read_header(path).tensors[name]
        assert stored[tensor.offset : tensor.offset + tensor.size] == matrix.tobytes()
        assert tensor.shape == matrix.shape
        assert tensor.row_size == matrix[0].nbytes


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 99]},
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [16, 0]},
        {"dtype": "F32", "shape": [-2, -2], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [2, 2.0], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [10**30, 2], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [0]},
        {"dtype": "F32", "shape": 4, "data_offsets": [0, 16]},
        {"dtype": ["F32"], "shape": [2, 2], "data_offsets": [0, 16]},
        {"shape": [2, 2], "data_offsets": [0, 16]},
        "text",
        None,
    ],
)
def test_an_impossible_entry_is_an_error(tmp_path, entry):
    path = _write(tmp_path / "model.safetensors", {"a": entry}, bytes(16))
    found = read_header(path)
    assert found.error
    assert not found.tensors


def test_tensors_that_share_bytes_are_an_error_and_neighbours_are_none(tmp_path):
    def header_of(*places):
        entries = {
            f"t{number}": {"dtype": "U8", "shape": [end - begin], "data_offsets": [begin, end]}
            for number, (begin, end) in enumerate(places)
        }
        return read_header(_write(tmp_path / "model.safetensors", entries, bytes(16)))

    assert "overlap" in header_of((8, 16), (0, 9)).error
    assert "overlap" in header_of((0, 16), (0, 16)).error
    assert header_of((8, 16), (0, 8), (8, 8)).error is None


@pytest.mark.parametrize("content", [b"", b"\0" * 7, b"\xff" * 16, struct.pack("<Q", 9) + b"{"])
def test_no_header_is_an_error(tmp_path, content):
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    assert read_header(path).error


def test_a_missing_file_is_an_error(tmp_path):
    assert read_header(tmp_path / "model.safetensors").error


@given(st.binary(max_size=200))
def test_no_bytes_raise(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("header") / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(content)) + content)
    assert read_header(path).error or not read_header(path).tensors


def test_the_index_tells_which_shard_is_missing(tmp_path):
    write_safetensors(tmp_path / "model-1.safetensors", {"a": ("F32", np.ones((2, 2)))})
    table = {"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(table), encoding="utf-8")
    weights = read_weights(tmp_path)
    assert set(weights.tensors) == {"a"}
    assert [problem.file for problem in weights.problems] == ["model-2.safetensors"]


def test_the_index_decides_where_a_tensor_is_in_two_files(tmp_path):
    for name in ("x.safetensors", "y.safetensors"):
        write_safetensors(tmp_path / name, {"a": ("F32", np.ones((2, 2)))})
    table = {"weight_map": {"a": "y.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(table), encoding="utf-8")
    assert read_weights(tmp_path).tensors["a"].file.name == "y.safetensors"


def test_an_adapters_tensors_are_not_the_models(tmp_path):
    write_safetensors(tmp_path / "adapter_model.safetensors", {"a": ("F32", np.ones((2, 2)))})
    assert not read_weights(tmp_path).tensors

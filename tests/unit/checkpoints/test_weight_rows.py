"""Rows are read by their place, in every format, and equal what MLX itself makes of them."""

import json

import numpy as np
import pytest

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.quantisation import quantisation_of
from tests.support.folders import make_folder
from tests.support.weights import TINY, save_mlx, trained_rows, with_tiny, write_safetensors

IDS = [0, 7, 255, 299]


def _folder(path, name, dtype="F32", matrix=None, config=None):
    folder = make_folder(path, config=config)
    matrix = trained_rows() if matrix is None else matrix
    write_safetensors(folder / "model.safetensors", {name: (dtype, matrix)})
    return Checkpoint(folder)


@pytest.mark.parametrize(
    ("dtype", "error"), [("F32", 0), ("F16", 1e-3), ("BF16", 1e-2), ("F64", 0)]
)
def test_floats_are_read_in_every_width(tmp_path, dtype, error):
    rows = _folder(tmp_path, "lm_head.weight", dtype).matrices.head
    assert rows is not None
    wanted = trained_rows()[IDS]
    assert np.allclose(rows.values(IDS), wanted, rtol=error, atol=0)
    assert (rows.count, rows.width) == (300, 64)
    assert not rows.quantised


def test_a_tiny_value_survives_bf16(tmp_path):
    rows = _folder(tmp_path, "lm_head.weight", "BF16", with_tiny(trained_rows(), [3])).matrices.head
    assert rows is not None
    assert np.abs(rows.values([3])).max() == pytest.approx(TINY, rel=0.01)


@pytest.mark.parametrize("bits", [2, 3, 4, 5, 6, 8])
@pytest.mark.parametrize("group", [32, 64, 128])
@pytest.mark.parametrize("kind", ["float32", "bfloat16", "float16"])
def test_affine_rows_equal_mlxs_own_numbers(tmp_path, bits, group, kind):
    import mlx.core as mx

    folder = make_folder(tmp_path)
    matrix = trained_rows(300, 256)
    save_mlx(folder, {"lm_head.weight": matrix}, kind=kind, bits=bits, group_size=group)
    rows = Checkpoint(folder).matrices.head
    assert rows is not None
    parts = mx.quantize(mx.array(matrix).astype(getattr(mx, kind)), group_size=group, bits=bits)
    scales, biases = (part.astype(mx.float32) for part in parts[1:])
    wanted = mx.dequantize(parts[0], scales, biases, group_size=group, bits=bits)
    assert np.allclose(rows.values(IDS), np.array(wanted)[IDS], rtol=1e-6, atol=1e-7)
    assert rows.width == 256
    assert rows.quantised


@pytest.mark.parametrize(
    ("mode", "group", "bits"), [("mxfp4", 32, 4), ("mxfp8", 32, 8), ("nvfp4", 16, 4)]
)
def test_floating_codes_are_compared_but_not_decoded(tmp_path, mode, group, bits):
    folder = make_folder(tmp_path)
    matrix = trained_rows()
    matrix[7] = matrix[0]
    save_mlx(folder, {"lm_head.weight": matrix}, mode=mode, group_size=group, bits=bits)
    rows = Checkpoint(folder).matrices.head
    assert rows is not None
    assert rows.values(IDS) is None
    stored = rows.bytes_of(IDS)
    assert stored[0] == stored[7] != stored[255]


def test_a_layers_own_settings_come_first():
    config = {
        "quantization": {"bits": 4, "group_size": 64, "lm_head": {"bits": 8, "group_size": 32}}
    }
    own, other = quantisation_of(config, "lm_head"), quantisation_of(config, "model.embed_tokens")
    assert own is not None
    assert other is not None
    assert (own.bits, own.group, other.bits, other.group) == (8, 32, 4, 64)


@pytest.mark.parametrize(
    "settings",
    [None, [], {"bits": "4"}, {"bits": 7}, {"group_size": 1}, {"mode": "new"}, {"mode": []}],
)
def test_settings_that_make_no_sense_are_none(settings):
    assert quantisation_of({"quantization": settings}, "lm_head") is None


@pytest.mark.parametrize(
    "name",
    [
        *("lm_head.weight", "language_model.lm_head.weight", "model.lm_head.weight"),
        *("output.weight", "embed_out.weight", "transformer.output_layer.weight"),
        "language_model.output.weight",
    ],
)
def test_the_head_is_found_under_its_names(tmp_path, name):
    head = _folder(tmp_path, name).matrices.head
    assert head is not None
    assert head.name == name


@pytest.mark.parametrize(
    "name",
    [
        *("model.embed_tokens.weight", "model.language_model.embed_tokens.weight"),
        *("language_model.model.embed_tokens.weight", "transformer.wte.weight"),
        *("gpt_neox.embed_in.weight", "transformer.embedding.word_embeddings.weight"),
        *("model.tok_embeddings.weight", "shared.weight"),
    ],
)
def test_the_embedding_is_found_and_scores_where_there_is_no_head(tmp_path, name):
    checkpoint = _folder(tmp_path, name)
    assert checkpoint.matrices.head is None
    assert checkpoint.matrices.output is not None
    assert checkpoint.matrices.output.name == name


@pytest.mark.parametrize(
    "name",
    [
        *("model.layers.0.attention.output.weight", "visual.head.weight", "lm_head.bias"),
        *("vision_model.embeddings.weight", "model.layers.3.lm_head.weight"),
    ],
)
def test_other_matrices_are_no_head(tmp_path, name):
    checkpoint = _folder(tmp_path, name)
    assert checkpoint.matrices.head is None
    assert checkpoint.matrices.embedding is None


@pytest.mark.parametrize("where", ["top", "text_config"])
def test_a_tied_model_scores_with_its_embedding(tmp_path, where):
    tied = {"tie_word_embeddings": True}
    folder = make_folder(tmp_path, config=tied if where == "top" else {"text_config": tied})
    tensors = {name: ("F32", trained_rows()) for name in ("lm_head.weight", "wte.weight")}
    write_safetensors(folder / "model.safetensors", tensors)
    rows = Checkpoint(folder).matrices.output
    assert rows is not None
    assert rows.name == "wte.weight"


@pytest.mark.parametrize("more", ["lm_head.qweight", "language_model.lm_head.weight_packed"])
def test_a_head_in_another_form_is_not_taken_for_a_tied_one(tmp_path, more):
    folder = make_folder(tmp_path)
    tensors = {"model.embed_tokens.weight": ("F32", trained_rows()), more: ("U32", np.ones((9, 9)))}
    write_safetensors(folder / "model.safetensors", tensors)
    assert Checkpoint(folder).matrices.output is None


def test_an_untied_model_without_a_head_is_unknown(tmp_path):
    config = {"tie_word_embeddings": False}
    assert _folder(tmp_path, "wte.weight", config=config).matrices.output is None


def test_a_missing_shard_leaves_the_head_unknown(tmp_path):
    folder = make_folder(tmp_path)
    write_safetensors(
        folder / "a.safetensors", {"model.embed_tokens.weight": ("F32", trained_rows())}
    )
    table = {"weight_map": {"lm_head.weight": "b.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(table), encoding="utf-8")
    assert Checkpoint(folder).matrices.output is None


@pytest.mark.parametrize("shape", [(0, 64), (300,), (2, 3, 4), (1, 2**20 + 1)])
def test_a_strange_shape_is_no_matrix(tmp_path, shape):
    assert (
        _folder(tmp_path, "lm_head.weight", matrix=np.ones(shape, np.float32)).matrices.head is None
    )


@pytest.mark.parametrize("wrong", ["scales", "biases"])
def test_codes_whose_scales_do_not_fit_have_no_values(tmp_path, wrong):
    folder = make_folder(tmp_path, config={"quantization": {"bits": 4, "group_size": 64}})
    shapes = {"weight": (300, 8), "scales": (300, 1), "biases": (300, 1)} | {wrong: (300, 3)}
    tensors = {
        f"lm_head.{part}": ("U32" if part == "weight" else "F16", np.ones(shape))
        for part, shape in shapes.items()
    }
    write_safetensors(folder / "model.safetensors", tensors)
    rows = Checkpoint(folder).matrices.head
    assert rows is not None
    assert rows.values([0]) is None


def test_ids_outside_the_matrix_are_left_out(tmp_path):
    rows = _folder(tmp_path, "lm_head.weight").matrices.head
    assert rows is not None
    assert set(rows.bytes_of([-1, 0, 299, 300, 10**12])) == {0, 299}

"""EOS011 and EOS032 to EOS036: what each is told by, and what is none."""

import json

import numpy as np
import pytest

from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import JsonEdit, Severity
from tests.support.file_fixtures import model
from tests.support.weight_fixtures import EMBEDDING, HEAD, tied, untied, with_rows
from tests.support.weights import save_mlx, trained_rows, with_tiny, write_safetensors

USUAL = trained_rows()
MEAN = USUAL[:256].mean(axis=0)


def found(path, code):
    return [finding for finding in diagnose(path).findings if finding.code == code]


def test_a_stop_list_that_names_an_opener_shows_renumbered_ids(tmp_path):
    rows = with_tiny(USUAL, range(263, 300))
    build = untied(rows, model(ends=(258, 257)))
    (finding,) = found(build(tmp_path / "model"), "EOS011")
    assert "the stop list names <|im_start|> (257)" in finding.message
    assert "2 rows beyond the tokenizer's last token are trained (261, 262)" in finding.message


def test_padding_that_is_random_everywhere_shows_nothing(tmp_path):
    build = untied(USUAL, model(ends=(258, 257)))
    assert found(build(tmp_path / "model"), "EOS011") == []


def test_the_setting_is_mended_where_it_stands(tmp_path):
    folder = model(config={"text_config": {"tie_word_embeddings": True}})(tmp_path / "model")
    tensors = {HEAD: ("F16", trained_rows(seed=1)), EMBEDDING: ("F16", USUAL)}
    write_safetensors(folder / "model.safetensors", tensors)
    (finding,) = found(folder, "EOS032")
    assert finding.fix is not None
    path = ("text_config", "tie_word_embeddings")
    assert finding.fix.edits == (JsonEdit("config.json", path, value=False),)


def test_a_head_that_differs_in_the_turn_end_alone_is_found(tmp_path):
    build = tied(with_rows({258: USUAL[1]}), USUAL)
    assert "in row 258" in found(build(tmp_path / "model"), "EOS032")[0].message


def test_matrices_stored_in_different_ways_are_not_compared(tmp_path):
    folder = model(config={"tie_word_embeddings": True})(tmp_path / "model")
    tensors = {HEAD: ("F32", USUAL), EMBEDDING: ("F16", USUAL)}
    write_safetensors(folder / "model.safetensors", tensors)
    assert found(folder, "EOS032") == []


def test_a_row_that_is_nearly_an_unused_tokens_is_named(tmp_path):
    row = USUAL[280] + np.float32(1e-5) * USUAL[3]
    (finding,) = found(untied(with_rows({258: row}), dtype="F32")(tmp_path / "model"), "EOS033")
    assert finding.severity is Severity.WARNING
    assert "the unused 280" in finding.message


@pytest.mark.parametrize("row", [USUAL[258], 0.3 * USUAL[258], MEAN + 0.15 * USUAL[258]])
def test_a_row_away_from_the_mean_is_none(tmp_path, row):
    assert found(untied(with_rows({258: row}), dtype="F32")(tmp_path / "model"), "EOS033") == []


def test_a_head_without_rows_for_image_tokens_is_sound(tmp_path):
    folder = model()(tmp_path / "model")
    tensors = {HEAD: ("F16", trained_rows(259)), EMBEDDING: ("F16", USUAL)}
    write_safetensors(folder / "model.safetensors", tensors)
    assert found(folder, "EOS034") == []


def test_an_embedding_without_a_row_for_padding_is_a_warning(tmp_path):
    folder = model()(tmp_path / "model")
    tensors = {HEAD: ("F16", trained_rows(260)), EMBEDDING: ("F16", trained_rows(260))}
    write_safetensors(folder / "model.safetensors", tensors)
    (finding,) = found(folder, "EOS034")
    assert (finding.severity, finding.evidence[0].found) == (Severity.WARNING, 260)


@pytest.mark.parametrize(
    ("mode", "group", "bits"), [("mxfp4", 32, 4), ("mxfp8", 32, 8), ("nvfp4", 16, 4)]
)
def test_merged_rows_show_where_values_are_unknown(tmp_path, mode, group, bits):
    folder = model()(tmp_path / "model")
    rows = with_rows({258: USUAL[257]})
    save_mlx(folder, {HEAD: rows}, mode=mode, group_size=group, bits=bits)
    (finding,) = found(folder, "EOS035")
    assert "<|im_start|> (257)" in finding.message


def test_a_short_row_is_only_mentioned(tmp_path):
    (finding,) = found(untied(with_rows({258: 0.3 * USUAL[258]}))(tmp_path / "model"), "EOS036")
    assert finding.severity is Severity.INFO


@pytest.mark.parametrize("shape", [(0, 64), (300,), (300, 0)])
def test_strange_shapes_are_no_crash(tmp_path, shape):
    folder = model()(tmp_path / "model")
    write_safetensors(folder / "model.safetensors", {HEAD: ("F16", np.ones(shape))})
    assert all("itself failed" not in f.message for f in diagnose(folder).findings)


@pytest.mark.parametrize("kind", ["truncated", "shard", "config"])
def test_broken_weights_are_no_crash(tmp_path, kind):
    folder = untied(USUAL)(tmp_path / "model")
    if kind == "truncated":
        whole = (folder / "model.safetensors").read_bytes()
        (folder / "model.safetensors").write_bytes(whole[:-5000])
    elif kind == "shard":
        table = json.dumps({"weight_map": {HEAD: "gone.safetensors"}})
        (folder / "model.safetensors.index.json").write_text(table, encoding="utf-8")
    else:
        text = json.dumps({"quantization": {"bits": "many"}, "tie_word_embeddings": [1]})
        (folder / "config.json").write_text(text, encoding="utf-8")
    assert all("itself failed" not in f.message for f in diagnose(folder).findings)

"""EOS030: an end that was never trained is told from one that was, in every format."""

import pytest

from endstop.doctor.diagnose import diagnose
from endstop.doctor.finding import Severity
from tests.support.file_fixtures import model
from tests.support.folders import make_folder
from tests.support.weight_fixtures import BASE, CHAT_ROWS, gguf, quantised, untied, with_rows
from tests.support.weights import (
    save_mlx,
    trained_rows,
    with_tiny,
    write_safetensors,
)

USUAL = trained_rows()
LLAMA_END = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>{% endfor %}"
    "{% if not add_generation_prompt %}<|endoftext|>{% endif %}"
)


def rows_found(path):
    """The findings about rows."""
    codes = {"EOS030", "EOS031", "EOS033", "EOS035"}
    return [finding for finding in diagnose(path).findings if finding.code in codes]


@pytest.mark.parametrize("dtype", ["BF16", "F16", "F32"])
def test_tiny_rows_of_floats_are_an_error_and_trained_ones_are_not(tmp_path, dtype):
    (found,) = rows_found(untied(BASE, dtype=dtype)(tmp_path / "base"))
    assert (found.code, found.severity) == ("EOS030", Severity.ERROR)
    assert "<|im_end|> (258)" in found.title
    assert "LoRA that leaves lm_head frozen cannot teach it" in found.message
    assert found.fix is not None
    assert "<|endoftext|> (256), whose row is trained" in found.fix.title
    assert rows_found(untied(USUAL, dtype=dtype)(tmp_path / "trained")) == []


@pytest.mark.parametrize("bits", [2, 3, 4, 5, 6, 8])
def test_quantised_ones_too_at_any_number_of_bits(tmp_path, bits):
    (found,) = rows_found(quantised(BASE, bits)(tmp_path / "base"))
    assert found.code == "EOS030"
    assert "all zeros" in found.message
    assert rows_found(quantised(USUAL, bits)(tmp_path / "trained")) == []


@pytest.mark.parametrize("kind", ["Q8_0", "Q4_0", "Q5_1", "BF16"])
def test_gguf_too(tmp_path, kind):
    head = with_rows(dict.fromkeys(CHAT_ROWS, 0.0))
    how = {"quantised": {"output.weight": kind}}
    (found,) = rows_found(gguf(tensors={"output.weight": head}, **how)(tmp_path / "base"))
    assert (found.code, found.file) == ("EOS030", "model.gguf")
    assert rows_found(gguf(tensors={"output.weight": USUAL}, **how)(tmp_path / "trained")) == []


def test_a_layer_with_bits_of_its_own_is_read_with_them(tmp_path):
    folder = model()(tmp_path / "base")
    save_mlx(folder, {"language_model.lm_head.weight": BASE}, bits=8, group_size=32)
    config = (folder / "config.json").read_text(encoding="utf-8")
    own = '{"bits": 4, "group_size": 64, "language_model.lm_head": {"bits": 8, "group_size": 32}}'
    start = config.index('"quantization"')
    (folder / "config.json").write_text(
        f'{config[:start]}"quantization": {own}}}', encoding="utf-8"
    )
    assert [finding.code for finding in rows_found(folder)] == ["EOS030"]


def test_a_row_that_copies_another_tokens_is_an_error(tmp_path):
    (found,) = rows_found(untied(with_rows({258: USUAL[17]}), dtype="F32")(tmp_path / "base"))
    assert found.code == "EOS030"
    assert "bit for bit" in found.message


def test_a_copied_row_that_no_sample_would_hold_is_found_among_the_unused_ids(tmp_path):
    shared = dict.fromkeys((257, 258, 270, 280), USUAL[3] + 0.01)
    (found,) = rows_found(untied(with_rows(shared), dtype="F32")(tmp_path / "base"))
    assert "<|im_start|> (257), 270, 280" in found.message


def test_untrained_rows_of_unused_ids_are_no_finding(tmp_path):
    assert rows_found(untied(with_tiny(USUAL, range(261, 300)))(tmp_path / "model")) == []


def test_untrained_rows_of_other_special_tokens_are_no_finding(tmp_path):
    assert rows_found(untied(with_tiny(USUAL, [257, 259, 260]))(tmp_path / "model")) == []


def test_one_trained_end_of_several_is_enough(tmp_path):
    build = untied(with_tiny(USUAL, [256]), model(template=LLAMA_END))
    (found,) = rows_found(build(tmp_path / "model"))
    assert found.severity is Severity.INFO
    assert "<|endoftext|> (256)" in found.title


def test_a_tied_model_is_judged_by_its_embedding(tmp_path):
    folder = model()(tmp_path / "model")
    tensors = {"model.embed_tokens.weight": ("BF16", BASE)}
    write_safetensors(folder / "model.safetensors", tensors)
    (found,) = rows_found(folder)
    assert "model.embed_tokens.weight" in found.message


def test_without_a_template_the_listed_ends_count(tmp_path):
    build = untied(with_tiny(USUAL, [256, 258]), model(template=None))
    assert [finding.severity for finding in rows_found(build(tmp_path / "model"))] == ["error"]


def test_infinite_and_absent_numbers_are_no_crash(tmp_path):
    rows = with_rows({0: float("inf"), 5: float("nan"), 258: float("nan")})
    found = diagnose(untied(rows, dtype="F32")(tmp_path / "model")).findings
    assert all("itself failed" not in finding.message for finding in found)


def test_a_matrix_of_zeros_is_no_model(tmp_path):
    (found,) = rows_found(untied(0 * USUAL)(tmp_path / "model"))
    assert "placeholder or an unfinished download" in found.message


def test_weights_that_cannot_be_read_are_said(tmp_path):
    folder = make_folder(tmp_path / "model")
    (folder / "model.safetensors").write_bytes(b"\xff" * 99)
    found = [f for f in diagnose(folder).findings if f.file == "model.safetensors"]
    assert [finding.code for finding in found] == ["EOS024"]

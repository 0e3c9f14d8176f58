"""A GGUF file gives its tokens, ids, template and rows, or says why it cannot."""

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.gguf_file import GgufFile, find_gguf
from endstop.checkpoints.turn_end import find_turn_end
from tests.support.folders import CHATML, make_folder
from tests.support.weights import make_gguf, trained_rows


def test_the_metadata_is_what_the_packages_own_reader_finds(tmp_path):
    from gguf import GGUFReader

    path = make_gguf(tmp_path / "m.gguf", ids={"eos": 258, "eot": 258, "bos": 256})
    own, fields = GgufFile(path), GGUFReader(path).fields
    assert own.error is None
    assert list(own.texts) == fields["tokenizer.ggml.tokens"].contents()
    assert list(own.types) == fields["tokenizer.ggml.token_type"].contents()
    assert own.chat_template == fields["tokenizer.chat_template"].contents() == CHATML
    assert own.special_id("eos") == 258
    assert own.special_id("eom") is None


def test_a_value_lies_where_its_offset_says(tmp_path):
    path = make_gguf(tmp_path / "m.gguf", ids={"eos": 258})
    value = GgufFile(path).values["tokenizer.ggml.eos_token_id"]
    assert struct.unpack_from(f"<{value.form}", path.read_bytes(), value.offset) == (258,)


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (None, 0),
        *(("F16", 1e-4), ("BF16", 1e-3), ("Q8_0", 1e-3), ("Q4_0", 1e-2), ("Q5_1", 1e-2)),
    ],
)
def test_rows_are_decoded(tmp_path, kind, error):
    tensors = {"token_embd.weight": trained_rows(), "output.weight": trained_rows(seed=1)}
    quantised = {"output.weight": kind} if kind else None
    path = make_gguf(tmp_path / "m.gguf", tensors=tensors, quantised=quantised)
    head = GgufFile(path).head
    assert head is not None
    assert (head.count, head.width) == (300, 64)
    assert np.allclose(
        head.values([0, 299]), tensors["output.weight"][[0, 299]], rtol=0, atol=error
    )
    assert head.quantised == (kind in ("Q8_0", "Q4_0", "Q5_1"))


def test_a_file_alone_stands_for_tokenizer_and_template(tmp_path):
    checkpoint = Checkpoint(make_gguf(tmp_path / "m.gguf", ids={"eos": 258}))
    assert checkpoint.token_id("<|im_end|>") == 258
    assert checkpoint.token_text(258) == "<|im_end|>"
    assert checkpoint.token_text(10**9) is None
    assert checkpoint.token_names["eos_token"] == "<|im_end|>"
    assert [marker.id for marker in find_turn_end(checkpoint).markers] == [258]


def test_its_size_is_that_of_the_file(tmp_path):
    path = make_gguf(tmp_path / "m.gguf")
    assert Checkpoint(path).size == path.stat().st_size


def test_a_turn_end_of_the_wrong_type_is_found_all_the_same(tmp_path):
    path = make_gguf(tmp_path / "m.gguf", types={"<|im_end|>": 1})
    assert find_turn_end(Checkpoint(path)).ids == {258}


def test_the_folders_own_files_come_before_the_gguf(tmp_path):
    folder = make_folder(tmp_path, specials=("<|im_start|>", "<|im_end|>"))
    make_gguf(folder / "m.gguf")
    assert find_turn_end(Checkpoint(folder)).ids == {257}


def test_a_projector_is_not_the_model(tmp_path):
    make_gguf(tmp_path / "mmproj-model.gguf")
    assert find_gguf(tmp_path) is None
    make_gguf(tmp_path / "model.gguf")
    found = find_gguf(tmp_path)
    assert found is not None
    assert found.path.name == "model.gguf"


def test_a_file_without_types_has_normal_tokens(tmp_path):
    from gguf import GGUFWriter

    writer = GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_token_list(["a", "b"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    assert GgufFile(tmp_path / "m.gguf").types == (1, 1)


def _header(*, tensors=0, values=0, rest=b""):
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, values) + rest


def _entry(kind, body):
    return struct.pack("<Q", 1) + b"k" + struct.pack("<I", kind) + body


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GGUF",
        b"GGML" + bytes(99),
        b"GGUF" + struct.pack("<IQQ", 1, 0, 0),
        _header(values=2**63),
        _header(tensors=2**63),
        _header(values=1, rest=_entry(9, struct.pack("<IQ", 4, 2**62))),
        _header(values=1, rest=_entry(9, struct.pack("<IQ", 8, 2**62))),
        _header(values=1, rest=_entry(9, struct.pack("<IQ", 8, 3) + bytes(9))),
        _header(values=1, rest=_entry(8, struct.pack("<Q", 2**62))),
        _header(values=1, rest=_entry(77, bytes(8))),
        _header(values=1, rest=_entry(9, struct.pack("<IQ", 9, 1) * 40)),
    ],
)
def test_a_broken_file_says_so_at_once(tmp_path, content):
    (tmp_path / "m.gguf").write_bytes(content)
    file = GgufFile(tmp_path / "m.gguf")
    assert file.error
    assert file.texts == ()
    assert file.head is None


def test_a_truncated_file_has_no_rows(tmp_path):
    path = make_gguf(tmp_path / "m.gguf", tensors={"output.weight": trained_rows()})
    whole = path.read_bytes()
    path.write_bytes(whole[:-1000])
    file = GgufFile(path)
    assert file.error is None
    assert file.head is None


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_damage_raises(tmp_path_factory, data):
    path = make_gguf(
        tmp_path_factory.mktemp("gguf") / "m.gguf", tensors={"output.weight": trained_rows()}
    )
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, 400))] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    file = GgufFile(path)
    assert file.error is None or not file.texts
    assert file.head is None or file.head.values([0]) is not None

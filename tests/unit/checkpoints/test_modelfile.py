"""A Modelfile is read as Ollama reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endstop.checkpoints.modelfile import parse_modelfile, read_modelfile

WHOLE = '''# a comment
FROM ./model.gguf
TEMPLATE """{{ .System }}
FROM is no instruction here
{{ .Prompt }}"""
PARAMETER temperature 0.2
PARAMETER stop "<|im_end|>"
parameter stop <|endoftext|>
SYSTEM """You are
brief."""
ADAPTER ./lora
'''


def test_every_instruction_is_read():
    found = parse_modelfile(WHOLE)
    assert found.source == "./model.gguf"
    assert found.template == "{{ .System }}\nFROM is no instruction here\n{{ .Prompt }}"
    assert found.system == "You are\nbrief."
    assert found.adapter == "./lora"
    assert found.stops == ("<|im_end|>", "<|endoftext|>")
    assert (found.parameters[0].name, found.parameters[0].value) == ("temperature", "0.2")
    assert found.parameters[2].line == "parameter stop <|endoftext|>"


@pytest.mark.parametrize(
    ("line", "stop"),
    [
        ('PARAMETER stop "a b"', "a b"),
        ("PARAMETER stop a b", "a b"),
        ('PARAMETER  stop  "x"', "x"),
        (r'PARAMETER stop "\n"', "\n"),
        (r'PARAMETER stop "\"x\\"', '"x\\'),
        ('PARAMETER stop "', '"'),
    ],
)
def test_quotes_are_taken_off_a_value(line, stop):
    assert parse_modelfile(line).stops == (stop,)


@pytest.mark.parametrize("text", ["", "FROM", "TEMPLATE", 'TEMPLATE """open', "nonsense here\n\n"])
def test_half_a_file_is_no_error(text):
    assert parse_modelfile(text).source == ""


def test_windows_line_ends_and_a_mark_at_the_front_are_no_matter():
    assert parse_modelfile("\ufeffFROM x\r\nPARAMETER stop y\r\n").stops == ("y",)


def test_the_last_template_counts():
    assert parse_modelfile("TEMPLATE a\nTEMPLATE b\n").template == "b"


@given(st.text())
def test_no_text_raises(text):
    parse_modelfile(text)


def test_a_folder_without_one_has_none(tmp_path):
    assert read_modelfile(tmp_path) is None
    (tmp_path / "Modelfile").write_bytes(b"FROM \xff")
    assert read_modelfile(tmp_path) is not None

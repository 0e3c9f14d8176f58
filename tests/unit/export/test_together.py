"""One file for all results holds each as soon as it is there, and replaces no other file."""

import csv
import json
import os
import resource

import pytest

from endstop.errors import ExportError
from endstop.export.files import export
from endstop.export.format import Format
from endstop.export.forms import to_csv
from endstop.export.together import LinesFile, TableFile
from tests.support.results import extraction


@pytest.mark.parametrize("form", [Format.JSONL, Format.CSV])
def test_an_earlier_file_stays_and_the_next_is_numbered(tmp_path, form):
    (tmp_path / f"results.{form}").write_bytes(b"mine")
    for number in (2, 3):
        (path,) = export([extraction("a.pdf", {"x": 1})], tmp_path, form)
        assert path.name == f"results-{number}.{form}"
    assert (tmp_path / f"results.{form}").read_bytes() == b"mine"


def test_every_line_is_there_when_it_was_written(tmp_path):
    lines = LinesFile(tmp_path, with_metadata=False)
    for number in range(3):
        path = lines.write(extraction(f"{number}.pdf", number))
        read = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert [each["value"] for each in read] == list(range(number + 1))


def test_every_row_is_there_when_it_was_written_and_new_columns_too(tmp_path):
    table, results = TableFile(tmp_path), []
    for value in (None, {"x": 1}, {"x": 2}, {"y": "a\nb", "x": 3}, {"x": 4}):
        results.append(extraction("a.pdf", value))
        path = table.write(results[-1])
        assert path.read_text(encoding="utf-8") == to_csv(results)
    with path.open(encoding="utf-8", newline="") as file:
        assert [row["y"] for row in csv.DictReader(file)] == ["", "", "", "a\nb", ""]


def test_no_room_for_a_line_leaves_the_lines_before_it_whole(tmp_path):
    lines = LinesFile(tmp_path, with_metadata=False)
    path = lines.write(extraction("a.pdf", "short"))
    before = path.read_bytes()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limit[1]))
    try:
        with pytest.raises(ExportError, match="File too large"):
            lines.write(extraction("b.pdf", "x" * 1000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert path.read_bytes() == before


@pytest.mark.parametrize("form", [Format.JSONL, Format.CSV])
def test_names_and_values_that_are_no_text_are_escaped(tmp_path, form):
    result = extraction(os.fsdecode(b"caf\xe9.pdf"), {"x": "\ud800"})
    (path,) = export([result], tmp_path, form)
    text = path.read_text(encoding="utf-8")
    assert "caf\\udce9.pdf" in text
    assert "\\ud800" in text

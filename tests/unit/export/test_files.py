"""Results leave as JSON, JSON Lines or CSV, with the record that scripts rely on."""

import csv
import json

import pytest

from endstop.errors import ExportError
from endstop.export.files import export
from endstop.export.format import Format
from tests.support.results import extraction

META_KEYS = ["format", "endstop", "source", "schema", "model", "complete", "problems", "fields"]


def test_each_document_gets_a_value_and_a_record(tmp_path):
    paths = export([extraction("a.pdf", {"x": "é"}), extraction("b.pdf", None)], tmp_path)
    assert [path.name for path in paths] == ["a.json", "b.json"]
    assert json.loads(paths[0].read_text(encoding="utf-8")) == {"x": "é"}
    assert "é" in paths[0].read_text(encoding="utf-8")
    meta = json.loads((tmp_path / "a.meta.json").read_text(encoding="utf-8"))
    assert set(META_KEYS) <= set(meta)
    assert "value" not in meta
    assert meta["complete"] is True
    assert meta["stop"] == {
        "reason": "stop_token",
        "id": 258,
        "token": "<|im_end|>",
        "source": "chat template",
        "patched": True,
    }
    assert list(meta["statistics"]) == [
        "prompt_tokens",
        "cached_tokens",
        "tokens",
        "forced_tokens",
        "forward_passes",
        "prefill_s",
        "decode_s",
        "render_s",
        "separators",
    ]


@pytest.mark.parametrize(("with_metadata", "keys"), [(True, {"stop", "value"}), (False, {"value"})])
def test_json_lines_hold_a_document_a_line(tmp_path, with_metadata, keys):
    results = [extraction("a.pdf", {"x": "a\nb"}), extraction("b.pdf", {"x": None})]
    (path,) = export(results, tmp_path, Format.JSONL, with_metadata=with_metadata)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["source"]["name"] for line in lines] == ["a.pdf", "b.pdf"]
    assert all(keys <= set(line) for line in lines)


def test_csv_has_a_row_a_document_and_lists_as_json(tmp_path):
    results = [
        extraction("a.pdf", {"total": 1.5, "items": [{"n": 1}], "name": 'say "x", y'}),
        extraction("b.pdf", {"total": None, "extra": True}),
        extraction("c.pdf", None),
    ]
    (path,) = export(results, tmp_path, Format.CSV)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["items"] == '[{"n": 1}]'
    assert rows[0]["name"] == 'say "x", y'
    assert rows[0]["total"] == "1.5"
    assert rows[1]["total"] == ""
    assert rows[1]["extra"] == "true"
    assert [row["file"] for row in rows] == ["a.pdf", "b.pdf", "c.pdf"]


def test_a_folder_that_is_a_file_is_a_sentence(tmp_path):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(ExportError, match="cannot be written"):
        export([extraction("a.pdf", 1)], tmp_path / "taken", Format.JSONL)

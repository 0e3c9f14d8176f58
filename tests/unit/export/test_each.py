"""Each document gets a pair of files of its own, and takes nobody else's."""

import json
import os
import resource
import subprocess
import sys
import unicodedata
from contextlib import contextmanager
from pathlib import Path

import pytest

from endstop.errors import ExportError
from endstop.export.files import export
from tests.support.results import extraction

# Writes 20 results to a folder, each document of the same name in another folder.
WRITER = """
import sys
from pathlib import Path
from endstop.export.each import FileEach
from tests.support.results import extraction
who, out = sys.argv[1], Path(sys.argv[2])
sources = [Path(f"/{who}/{number}/slip.pdf") for number in range(20)]
for number, source in enumerate(sources):
    FileEach(out, [source], with_metadata=True).write(extraction(source, [who, number]))
"""


def listing(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def value(path):
    return json.loads(path.read_text(encoding="utf-8"))


def written(folder, path: str, content, **options):
    """The result of one document, in a run of its own: the name and what is in it."""
    (file,) = export([extraction(path, content)], folder, **options)
    assert value(file) == content
    return file.name


@contextmanager
def room_for(size: int):
    """No file may be larger than so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_two_inputs_of_one_name_are_numbered(tmp_path):
    files = export([extraction(f"{folder}/invoice.pdf", folder) for folder in "ab"], tmp_path)
    assert [path.name for path in files] == ["invoice.pdf.json", "invoice.pdf-2.json"]
    assert [value(path) for path in files] == ["a", "b"]


def test_a_document_that_is_named_as_a_record_takes_no_other_ones(tmp_path):
    files = export([extraction(name, name) for name in ("x.pdf", "x.meta.pdf")], tmp_path)
    assert [value(path) for path in files] == ["x.pdf", "x.meta.pdf"]
    records = [path.with_suffix(".meta.json") for path in files]
    assert [value(path)["source"]["name"] for path in records] == ["x.pdf", "x.meta.pdf"]


@pytest.mark.parametrize("with_metadata", [True, False])
def test_the_same_again_replaces_its_own_result(tmp_path, with_metadata):
    names = {written(tmp_path, "in/a.pdf", 1, with_metadata=with_metadata) for _ in range(3)}
    assert names == {"a.json"}
    assert len(listing(tmp_path)) == 1 + with_metadata


def test_a_new_result_replaces_the_old_pair(tmp_path):
    for content in (1, 2):
        written(tmp_path, "in/a.pdf", content)
    assert listing(tmp_path) == ["a.json", "a.meta.json"]
    assert value(tmp_path / "a.meta.json")["fields"][0]["value"] == 2


def test_without_metadata_another_value_leaves_the_earlier_one(tmp_path):
    names = [written(tmp_path, "a.pdf", each, with_metadata=False) for each in (1, 2, 1, 2)]
    assert names == ["a.json", "a.pdf.json", "a.json", "a.pdf.json"]


def test_without_metadata_an_earlier_record_of_the_document_goes(tmp_path):
    written(tmp_path, "a.pdf", 1)
    assert written(tmp_path, "a.pdf", 2, with_metadata=False) == "a.json"
    assert listing(tmp_path) == ["a.json"]


def test_two_documents_of_equal_values_have_two_files(tmp_path):
    two = [extraction(f"{folder}/a.pdf", 1) for folder in "ab"]
    for _ in range(2):
        assert len(export(two, tmp_path, with_metadata=False)) == 2
    assert listing(tmp_path) == ["a.pdf-2.json", "a.pdf.json"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", b"{}"),
        ("a.meta.json", b"[]"),
        ("a.meta.json", b'{"source": {"path": "/another/a.pdf"}}'),
        ("a.meta.json", b"\xff"),
        ("A.JSON", b"1\n"),
        ("A.Meta.json", b"{}"),
    ],
)
def test_what_is_not_the_documents_own_stays(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    assert written(tmp_path, "a.pdf", 1) == "a.pdf.json"
    assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize(
    "make",
    [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("nowhere")],
    ids=["folder", "pipe", "link"],
)
def test_what_is_no_file_stays(tmp_path, make):
    make(tmp_path / "a.meta.json")
    assert written(tmp_path, "a.pdf", 1) == "a.pdf.json"
    assert "a.json" not in listing(tmp_path)


def test_two_spellings_of_one_name_do_not_meet_in_one_file(tmp_path):
    spelt = [unicodedata.normalize(form, "café.pdf") for form in ("NFC", "NFD")]
    names = [written(tmp_path, f"/{number}/{name}", name) for number, name in enumerate(spelt)]
    assert names == ["café.json", "café.pdf.json"]
    assert listing(tmp_path) == [unicodedata.normalize("NFC", name) for name in listing(tmp_path)]


def test_bytes_and_surrogates_that_are_no_text_are_written_as_escapes(tmp_path):
    path = os.fsdecode(b"/in/caf\xe9.pdf")
    assert written(tmp_path, path, {"x": "\ud800", "y": "é"}) == "caf%E9.json"
    text = (tmp_path / "caf%E9.json").read_text(encoding="utf-8")
    assert text == '{\n  "x": "\\ud800",\n  "y": "é"\n}\n'
    assert value(tmp_path / "caf%E9.meta.json")["source"]["path"] == path


def test_no_room_for_the_record_leaves_the_old_pair_whole(tmp_path):
    written(tmp_path, "a.pdf", 1)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with room_for(500), pytest.raises(ExportError, match="cannot be written: File too large"):
        export([extraction("a.pdf", 2), extraction("b.pdf", 2)], tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_two_processes_at_once_lose_nothing(tmp_path):
    command = [sys.executable, "-c", WRITER]
    processes = [subprocess.Popen([*command, who, tmp_path]) for who in ("one", "two")]
    assert [process.wait() for process in processes] == [0, 0]
    assert len(listing(tmp_path)) == 80
    records = {path: value(path) for path in tmp_path.glob("*.meta.json")}
    for path, record in records.items():
        who, number = value(path.with_name(path.name.replace(".meta", "")))
        assert record["source"]["path"] == f"/{who}/{number}/slip.pdf"
    assert len({record["source"]["path"] for record in records.values()}) == 40

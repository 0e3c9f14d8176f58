"""`endstop extract` on the bundled model and real files."""

import contextlib
import csv
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas


@pytest.fixture(scope="module")
def extracted(endstop, samples, tmp_path_factory):
    """All samples in one run: the process and the folder of its results."""
    folder = tmp_path_factory.mktemp("out")
    process = endstop("extract", *[s["path"] for s in samples], "--schema", "slip", "--out", folder)
    return process, folder


def test_every_sample_is_read_exactly(extracted, samples):
    process, folder = extracted
    assert process.returncode == 0, process.stderr
    for sample in samples:
        stem = Path(sample["file"]).stem
        value = json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))
        assert value == sample["expected"], sample["file"]


def test_the_written_files_are_named_on_standard_output(extracted, samples):
    process, folder = extracted
    named = [Path(line) for line in process.stdout.splitlines()]
    assert named == [folder / f"{Path(sample['file']).stem}.json" for sample in samples]


def test_the_metadata_says_which_patched_token_stopped_each_run(extracted, samples):
    _process, folder = extracted
    for sample in samples:
        stem = Path(sample["file"]).stem
        meta = json.loads((folder / f"{stem}.meta.json").read_text(encoding="utf-8"))
        assert meta["complete"] is True
        assert meta["problems"] == []
        assert meta["stop"]["reason"] in ("stop_token", "grammar_end")
        assert meta["stop"]["token"] == "<|im_end|>"
        assert meta["stop"]["id"] == 258
        assert meta["stop"]["source"] != "generation_config.json"
        assert meta["stop"]["patched"] is True
        assert meta["statistics"]["tokens"] > 0
        assert meta["model"]["name"] == "endstop-tiny"


def test_one_document_without_a_folder_is_printed_as_json(endstop, samples):
    process = endstop("extract", samples[0]["path"], "--schema", "slip", "--quiet")
    assert process.returncode == 0
    assert process.stderr == ""
    assert json.loads(process.stdout) == samples[0]["expected"]


def test_several_documents_without_a_folder_are_printed_as_json_lines(endstop, samples):
    two = samples[:2]
    process = endstop("extract", *[s["path"] for s in two], "--schema", "slip")
    lines = [json.loads(line) for line in process.stdout.splitlines()]
    assert [line["value"] for line in lines] == [s["expected"] for s in two]


def test_progress_goes_to_standard_error_and_names_the_stop_token(endstop, samples):
    process = endstop("extract", samples[0]["path"], "--schema", "slip")
    assert samples[0]["file"] in process.stderr
    assert "<|im_end|> (258)" in process.stderr
    assert "the patch ended this run" in process.stderr


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_one_file_for_all(endstop, samples, tmp_path, form):
    two = [s["path"] for s in samples[:2]]
    process = endstop(
        "extract", *two, "--schema", "slip", "--out", tmp_path, "--format", form, "--no-metadata"
    )
    assert process.returncode == 0
    with (tmp_path / f"results.{form}").open(encoding="utf-8", newline="") as file:
        if form == "jsonl":
            values = [json.loads(line)["value"]["vendor"] for line in file]
        else:
            values = [row["vendor"] for row in csv.DictReader(file)]
    assert values == [s["expected"]["vendor"] for s in samples[:2]]


def test_a_folder_is_searched_and_other_files_in_it_are_left(endstop, samples, tmp_path):
    inside = tmp_path / "in" / "deep"
    inside.mkdir(parents=True)
    (inside / "slip.pdf").write_bytes(samples[0]["path"].read_bytes())
    (inside / "notes.txt").write_text("not a document", encoding="utf-8")
    process = endstop("extract", tmp_path / "in", "--schema", "slip", "--out", tmp_path / "out")
    assert process.returncode == 0
    assert (tmp_path / "out" / "slip.json").is_file()
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_one_bad_file_does_not_keep_the_others_from_their_results(endstop, samples, tmp_path):
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 and then nothing")
    locked = tmp_path / "locked.pdf"
    canvas = Canvas(str(locked), encrypt="secret")
    canvas.drawString(100, 100, "x")
    canvas.save()
    good = samples[0]["path"]
    missing = tmp_path / "missing.pdf"
    process = endstop(
        "extract", bad, locked, missing, good, "--schema", "slip", "--out", tmp_path / "out"
    )
    assert process.returncode == 1
    assert (tmp_path / "out" / f"{good.stem}.json").is_file()
    assert not (tmp_path / "out" / "bad.json").exists()
    for name in ("bad.pdf", "locked.pdf", "missing.pdf"):
        assert f"{name}: " in process.stderr
    assert "password" in process.stderr
    assert "Traceback" not in process.stderr


def test_a_password_opens_an_encrypted_document(endstop, tmp_path):
    locked = tmp_path / "locked.pdf"
    canvas = Canvas(str(locked), encrypt="secret")
    canvas.drawString(100, 100, "x")
    canvas.save()
    process = endstop("extract", locked, "--schema", "slip", "--password", "secret")
    assert "vendor" in json.loads(process.stdout)


def test_pages_are_counted_from_1(endstop, samples, tmp_path):
    path = tmp_path / "two.tiff"
    blank = Image.new("RGB", (700, 980), "white")
    with Image.open(samples[-1]["path"]) as page:
        blank.save(path, save_all=True, append_images=[page.convert("RGB")])
    process = endstop("extract", path, "--schema", "slip", "--pages", "2", "--out", tmp_path)
    assert process.returncode == 0, process.stderr
    meta = json.loads((tmp_path / "two.meta.json").read_text(encoding="utf-8"))
    assert meta["source"]["pages"] == [2]
    value = json.loads((tmp_path / "two.json").read_text(encoding="utf-8"))
    assert value == samples[-1]["expected"]


def test_a_page_that_is_not_there_fails_that_document(endstop, samples):
    process = endstop("extract", samples[0]["path"], "--schema", "slip", "--pages", "7")
    assert process.returncode == 1
    assert "page" in process.stderr
    assert process.stdout == ""


def test_an_answer_cut_at_the_token_limit_is_marked_incomplete(endstop, samples, tmp_path):
    process = endstop(
        "extract", samples[0]["path"], "--schema", "slip", "--max-tokens", 20, "--out", tmp_path
    )
    assert process.returncode == 1
    meta = json.loads(next(tmp_path.glob("*.meta.json")).read_text(encoding="utf-8"))
    assert meta["complete"] is False
    assert meta["stop"]["reason"] == "length"
    assert meta["problems"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--schema", "nowhere"], "no schema named nowhere"),
        (["--schema", '{"type": "string", "pattern": "(?=a)"}'], "cannot be enforced"),
        (["--schema", "slip", "--pages", "x"], "page"),
        (["--schema", "slip", "--model", "/nowhere"], "no model folder"),
        (["--schema", "slip", "--max-tokens", "0"], "not above 0"),
        (["--schema", "slip", "--format", "xml"], "xml"),
        ([], "--schema"),
    ],
)
def test_wrong_use_is_exit_code_2_and_a_sentence(endstop, samples, arguments, sentence):
    process = endstop("extract", samples[0]["path"], *arguments)
    assert process.returncode == 2
    assert sentence in process.stderr
    assert "Traceback" not in process.stderr
    assert process.stdout == ""


def test_a_schema_that_cannot_be_enforced_runs_when_the_user_says_so(endstop, samples):
    schema = '{"type": "object", "properties": {"vendor": {"type": "string", "pattern": "(?=.)"}}}'
    process = endstop(
        "extract", samples[0]["path"], "--schema", schema, "--unconstrained", "--max-tokens", 60
    )
    assert process.returncode in (0, 1)
    assert "Traceback" not in process.stderr


def test_interrupting_keeps_the_partial_result_and_ends_the_run(samples, tmp_path):
    """Ctrl-C in a terminal, as soon as the progress line counts tokens."""
    command = [
        Path(sys.executable).with_name("endstop"),
        *("extract", samples[0]["path"], samples[1]["path"], "--schema", "slip"),
        *("--out", tmp_path),
    ]
    terminal, its_end = pty.openpty()
    with subprocess.Popen(list(map(str, command)), stderr=its_end) as process:
        os.close(its_end)
        shown = b""
        while b"token" not in shown:
            shown += os.read(terminal, 1024)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # the terminal closes with the process
            while chunk := os.read(terminal, 1024):
                shown += chunk
    os.close(terminal)
    assert process.returncode == 130
    assert b"Traceback" not in shown
    (path,) = tmp_path.glob("*.meta.json")
    meta = json.loads(path.read_text(encoding="utf-8"))
    assert meta["complete"] is False
    assert meta["stop"]["reason"] == "cancelled"


def test_importing_endstop_imports_neither_mlx_nor_the_window_toolkit():
    code = (
        "import sys, endstop.cli.main\n"
        "from endstop.cli import doctor, extract, models, schemas\n"
        "print([n for n in ('mlx', 'mlx.core', 'mlx_vlm', 'transformers', 'PySide6')"
        " if n in sys.modules])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"

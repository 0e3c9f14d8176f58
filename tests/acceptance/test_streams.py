"""What cannot be written is a sentence and an exit code, never silence, never a traceback."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("endstop")
CANNOT = "Standard output cannot be written: "


def shell(line: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `$0` is endstop and `$@` its arguments."""
    return subprocess.run(
        ["sh", "-c", line, COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("stream", "reason"),
    [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")],
)
@pytest.mark.parametrize(
    "arguments", [["schemas"], ["schemas", "show", "slip"], ["--help"], ["models"]], ids=" ".join
)
def test_output_that_goes_nowhere_is_an_error(stream, reason, arguments):
    process = shell(f'"$0" "$@" {stream}', *arguments)
    assert process.returncode == 1
    assert process.stderr.count("\n") == 1
    assert CANNOT + reason in process.stderr


def test_results_that_cannot_be_printed_are_an_error(samples):
    process = shell('"$0" "$@" >/dev/full', "extract", samples[0]["path"], "--schema", "slip")
    assert process.returncode == 1
    assert process.stderr.splitlines()[-1].startswith(f"endstop: {CANNOT}")
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize("line", ['"$0" "$@" >&-', '"$0" "$@" >&- 2>&-'])
def test_a_closed_output_is_known_before_the_work(samples, tmp_path, line):
    out = tmp_path / "out"
    process = shell(line, "extract", samples[0]["path"], "--schema", "slip", "--out", out)
    assert process.returncode == 1
    assert (CANNOT in process.stderr) is ("2>" not in line)
    assert not out.exists()


@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_messages_that_nobody_hears_are_a_failure_though_results_are_written(samples, stream):
    process = shell(f'"$0" "$@" {stream}', "extract", samples[0]["path"], "--schema", "slip")
    assert process.returncode == 1
    assert json.loads(process.stdout) == samples[0]["expected"]


def test_a_closed_input_is_an_empty_one(samples):
    line = '"$0" "$@" --quiet <&-'
    process = shell(line, "extract", samples[0]["path"], "--schema", "slip")
    assert (process.returncode, process.stderr) == (0, "")
    assert json.loads(process.stdout) == samples[0]["expected"]
    process = shell('"$0" "$@" <&-', "doctor", "--fix", Path("models", "endstop-tiny"))
    assert process.returncode == 2
    assert "nobody can answer" in process.stderr


def test_arguments_that_are_repeated_are_harmless(endstop):
    process = endstop("schemas", "show", "\x1b[31m\nendstop: fine")
    assert "\\x1b[31m\\nendstop: fine" in process.stderr
    process = endstop("extract", "x", "--schema", "slip", "--\u202ebogus\nfine")
    assert process.stderr.splitlines()[-1].endswith("--\\u202ebogus\\nfine")


def test_an_out_that_cannot_be_written_to_is_known_before_the_model_is_loaded(
    endstop, samples, tmp_path
):
    (tmp_path / "config.json").write_text("no model at all", encoding="utf-8")
    (tmp_path / "taken").touch()
    process = endstop(
        *("extract", samples[0]["path"], "--schema", "slip", "--model", tmp_path),
        *("--out", tmp_path / "taken"),
    )
    assert process.returncode == 1
    assert "taken cannot be written: File exists." in process.stderr


def test_quiet_says_what_failed(endstop, tmp_path):
    process = endstop("extract", tmp_path / "no.pdf", "--schema", "slip", "--quiet")
    assert process.returncode == 1
    assert process.stderr.startswith("no.pdf: ")
    assert process.stderr.count("\n") == 1


def test_a_name_that_is_no_text_and_one_that_is_named_as_a_record_have_results(
    endstop, samples, tmp_path
):
    names = [b"caf\xe9.pdf", b"x.pdf", b"x.meta.pdf"]
    for name in names:
        shutil.copy(samples[0]["path"], tmp_path / os.fsdecode(name))
    out = tmp_path / "out"
    process = endstop("extract", tmp_path, "--schema", "slip", "--out", out)
    assert process.returncode == 0, process.stderr
    assert sorted(process.stdout.splitlines()) == [
        str(out / name) for name in ("caf%E9.json", "x.json", "x_meta.json")
    ]
    records = [json.loads(path.read_bytes()) for path in out.glob("*.meta.json")]
    assert {os.fsencode(record["source"]["name"]) for record in records} == set(names)
    values = [json.loads(Path(line).read_bytes()) for line in process.stdout.splitlines()]
    assert values == [samples[0]["expected"]] * 3


def test_what_is_finished_is_in_the_file_when_the_run_is_ended(samples, tmp_path):
    paths = [str(sample["path"]) for sample in samples[:4]]
    command = [COMMAND, "extract", *paths, "--schema", "slip", "--out", tmp_path]
    with subprocess.Popen(
        [*map(str, command), "--format", "jsonl", "--quiet"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == f"{tmp_path / 'results.jsonl'}\n"
        process.terminate()
    assert process.returncode != 0
    lines = (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["value"] for line in lines[:1]] == [samples[0]["expected"]]
    assert len(lines) < 4

"""The log: whole records from many processes, nothing of a document, never an obstacle."""

import os
import re
import subprocess
import sys

import pytest

PATIENCE_S = 60
START = "import logging, sys, threading; from pathlib import Path; from endstop import logs\n"
WRITER = f"""{START}
logs._MOST_BYTES, logs._OLDER_FILES = 20_000, 60
logs.start("writer", Path(sys.argv[1]))
for number in range(300):
    logging.getLogger("endstop.test").info("%s-%d.%s", sys.argv[2], number, "x" * 400)
"""
CRASHING = f"""{START}
import ctypes
from endstop.processes import Child, ChildDiedError, answer_requests

def crash(_request):
    ctypes.string_at(0)

def serve(connection):
    answer_requests(connection, crash)

def fail(connection):
    raise ValueError("Ann owes 7.50")

if __name__ == "__main__":
    logs.start("parent", Path(sys.argv[1]))
    sys.modules["crashing"] = sys.modules["__main__"]
    serve.__module__ = fail.__module__ = "crashing"
    for job in (serve, fail):
        child = Child(job, "endstop-" + job.__name__)
        try:
            child.ask("anything", lambda: None)
        except ChildDiedError:
            child.kill()
"""


def python(code: str, *arguments: object, **options) -> subprocess.Popen[str]:
    """A Python process, its standard error a pipe."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Its exit code and what it said."""
    _nothing, said = process.communicate(timeout=PATIENCE_S)
    return process.returncode, said


def test_processes_that_write_and_rotate_at_once_lose_no_record(tmp_path):
    writers = [python(WRITER, tmp_path, name) for name in "abcd"]
    assert [ended(writer) for writer in writers] == [(0, "")] * 4
    files = [path for path in tmp_path.glob("endstop.log*") if path.suffix != ".lock"]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    found = re.findall(r"endstop\.test: ([a-d]-\d+)\.x{400}\n", text)
    assert sorted(found) == sorted(f"{name}-{number}" for name in "abcd" for number in range(300))
    rotated = [path.stat().st_size for path in files if path.name != "endstop.log"]
    longest = 600  # bytes of a record; each process may just be writing one
    assert 20_000 - longest < min(rotated) <= max(rotated) < 20_000 + 4 * longest


def test_old_files_are_dropped(tmp_path):
    assert ended(python(WRITER.replace("= 20_000, 60", "= 20_000, 2"), tmp_path, "a")) == (0, "")
    kept = {path.name for path in tmp_path.glob("endstop.log*")} - {"endstop.log.lock"}
    assert kept == {"endstop.log", "endstop.log.1", "endstop.log.2"}


@pytest.mark.parametrize("obstacle", ["a file in place of the folder", "a folder of that name"])
def test_a_log_that_cannot_be_written_is_no_error(tmp_path, obstacle):
    folder = tmp_path / "log"
    if obstacle.startswith("a file"):
        folder.write_text("in the way", encoding="utf-8")
    else:
        (folder / "endstop.log").mkdir(parents=True)
        (folder / "crashes.log").mkdir()
    code = f"{START}logs.start('test', Path(sys.argv[1]))\nassert logs.last_lines(5) == []"
    assert ended(python(code, folder)) == (0, "")


def test_without_a_home_nothing_is_written_to_the_working_directory(tmp_path):
    code = (
        f"{START}import os; os.path.expanduser = lambda path: path  # as where there is none\n"
        "logs.start('test'); assert logs.log_folder() is None"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    assert ended(python(code, cwd=tmp_path, env=environment)) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("thread", ["main", "other"])
def test_an_unforeseen_exception_is_told_and_logged_without_its_text(tmp_path, thread):
    code = f"""{START}
logs.start("test", Path(sys.argv[1]))
logs.report_unforeseen(lambda error: print("told of", type(error).__name__, file=sys.stderr))
def inner():
    raise ValueError("Ann owes 7.50")
def outer():
    try:
        inner()
    except ValueError as error:
        raise KeyError("iban") from error
{"outer()" if thread == "main" else "threading.Thread(target=outer).start()"}
"""
    assert ended(python(code, tmp_path)) == (int(thread == "main"), "told of KeyError\n")
    text = (tmp_path / "endstop.log").read_text(encoding="utf-8")
    assert "CRITICAL" in text
    for wanted in ("builtins.KeyError", "builtins.ValueError", " outer\n", " inner\n"):
        assert wanted in text
    assert "Ann" not in text
    assert "iban" not in text


def test_a_record_of_several_lines_is_one_line(tmp_path):
    code = f"""{START}
logs.start("test", Path(sys.argv[1]))
logging.getLogger("endstop.test").warning("%s", "one\\nINFO two \\udcff")
print(logs.last_lines(1)[0].partition("test: ")[2], file=sys.stderr)
"""
    assert ended(python(code, tmp_path)) == (0, "one\\nINFO two \\udcff\n")


def test_a_child_that_crashes_or_fails_leaves_a_trace(tmp_path):
    (tmp_path / "crashing.py").write_text(CRASHING, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    folder = tmp_path / "log"
    script = [sys.executable, str(tmp_path / "crashing.py"), str(folder)]
    process = subprocess.Popen(script, stderr=subprocess.PIPE, text=True, env=environment)
    assert ended(process) == (0, "")
    crash = (folder / "crashes.log").read_text(encoding="utf-8")
    assert "Segmentation fault" in crash
    assert "in crash\n" in crash
    text = (folder / "endstop.log").read_text(encoding="utf-8")
    assert "endstop-serve ended by itself: -11" in text
    assert re.search(r"The process failed\n +builtins\.ValueError\n", text)
    assert "Ann" not in text

"""What the command line leaves in the log, and what it says when something goes wrong."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from endstop.assets import resource

FAILING = """
import logging, sys
import endstop.cli.models
from endstop.__main__ import main

def fail():
    try:
        raise ValueError("a fault\\nof a check")
    except ValueError:
        logging.getLogger("endstop.doctor").exception("check %s failed", "EOS001")
    raise KeyError("iban")

endstop.cli.models.run = fail
sys.argv = ["endstop", "models"]
sys.exit(main())
"""


@pytest.fixture
def home(tmp_path) -> dict[str, str]:
    """An environment whose log folder is empty."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return given | {"HOME": str(tmp_path / "home")}


def log_of(home: dict[str, str]) -> str:
    (path,) = Path(home["HOME"]).rglob("endstop.log")
    return path.read_text(encoding="utf-8")


@pytest.mark.mlx
def test_an_extraction_is_logged_with_its_processes_and_without_the_document(
    endstop, tmp_path, home
):
    document = tmp_path / "Ann-Smith-divorce.pdf"
    shutil.copy(resource("samples/slip-01.pdf"), document)
    extracted = endstop("extract", document, "--schema", "slip", "--password", "s3cr3t", env=home)
    assert extracted.returncode == 0
    log = log_of(home)
    for process in ("command line", "endstop-renderer", "endstop-templates"):
        assert f", {process}, Python" in log
    assert "a model is loaded: 'qwen3_5'" in log
    assert "an extraction ended; pages: 1, " in log
    written = (value for value in json.loads(extracted.stdout).values() if isinstance(value, str))
    for private in ("Ann-Smith", "s3cr3t", "invoice_number", *written):
        assert private not in log


def test_what_nobody_foresaw_is_a_sentence_and_a_place_in_the_log(home):
    failed = subprocess.run(
        [sys.executable, "-c", FAILING],
        env=home,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (failed.returncode, failed.stdout) == (1, "")
    fault, sentence, place = failed.stderr.splitlines()
    assert fault == "endstop.doctor: check EOS001 failed"
    assert sentence == "endstop: Something went wrong in Endstop: KeyError: 'iban'."
    assert place.startswith(f"Please report it; the log is in {home['HOME']}")
    log = log_of(home)
    assert "builtins.KeyError" in log
    assert "builtins.ValueError" in log
    assert "iban" not in log
    assert "a fault" not in log


def test_the_doctor_works_where_no_log_can_be_written(endstop, tmp_path, home):
    Path(home["HOME"]).write_text("no folder", encoding="utf-8")
    examined = endstop("doctor", resource("samples"), env=home)
    assert examined.returncode == 2
    assert "Traceback" not in examined.stderr

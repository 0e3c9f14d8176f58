"""Copy Diagnostics: what helps to find a fault, and nothing of a document."""

import json
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from endstop.assets import resource
from endstop.gui.settings.settings import default_settings
from endstop.gui.window.support import support_text
from tests.gui.conftest import OFFSCREEN_REMARK

SCRIPT = Path(__file__).parent / "copy_diagnostics.py"


@pytest.mark.mlx
def test_the_diagnostics_tell_of_the_run_and_not_of_the_document(tmp_path):
    document = tmp_path / "Ann-Smith-divorce.pdf"
    shutil.copy(resource("samples/slip-01.pdf"), document)
    log = tmp_path / "log"
    run = subprocess.run(
        [sys.executable, "-W", "error", str(SCRIPT), str(log), str(document)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert set(run.stderr.splitlines()) <= {OFFSCREEN_REMARK}
    assert run.returncode == 0
    answer, _newline, copied = run.stdout.partition("\n")
    assert copied.endswith("on the clipboard. Nothing of your documents is in them.\n")
    for wanted in (
        *(f"{name} {version(name)}" for name in ("mlx", "mlx-vlm", "transformers", "llguidance")),
        f"PySide6-Essentials {version('PySide6-Essentials')}",
        "Endstop 0.1.0",
        "Model: endstop-tiny, qwen3_5",
        "Settings: schema slip",
        ", window, Python",
        ", endstop-renderer, Python",
        "job 1 begins: load",
        "an extraction ended; pages: 1",
    ):
        assert wanted in copied
    values = [value for value in json.loads(answer).values() if isinstance(value, str)]
    assert values
    for private in ("Ann-Smith", "invoice_number", str(tmp_path), *values):
        assert private not in copied


def test_a_schema_of_the_users_own_goes_unnamed():
    settings = default_settings()
    settings.schema = "/home/ann/divorce.json"
    text = support_text(None, settings)
    assert "schema of a file" in text
    assert "divorce" not in text
    assert "There is no log." in text

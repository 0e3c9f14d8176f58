"""A batch of hostile documents: each ends in a sentence, and the good one among them is read."""

import json
import os
import sys

import pytest

from tests.hostile.documents import make_documents
from tests.hostile.measured import measured

MOST_S = 90  # of processor time, for all of them
MOST_MB = 2000
LONGEST_S = 30  # a document


@pytest.mark.mlx
def test_no_document_keeps_the_others_from_their_results(tmp_path, samples):
    hostile = make_documents(tmp_path / "in")
    good, out = samples[0]["path"], tmp_path / "out"
    options = ("--schema", "slip", "--max-seconds", str(LONGEST_S), "--out", out)
    process = measured(
        (sys.executable, "-m", "endstop", "extract", *hostile, good, *options),
        limit_s=MOST_S,
        limit_mb=MOST_MB,
        scratch=tmp_path,
    )
    print(f"{process.busy_s:.1f} s, {process.peak_mb:.0f} MB")
    assert not process.hung, process
    assert not process.overfull, process
    assert process.exit_code == 1
    assert not process.has_traceback, process.errors
    assert "\x1b" not in process.errors
    value = json.loads((out / f"{good.stem}.json").read_text(encoding="utf-8"))
    assert value == samples[0]["expected"]
    said = [path for path in hostile if os.fsencode(path.name)[:1] not in (b"\x1b", b"\xff")]
    assert [path.name for path in said if f"{path.name}: " not in process.errors] == []

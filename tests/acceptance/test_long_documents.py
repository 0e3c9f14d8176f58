"""Documents that are too long, or take too long, through the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

PAGES = 1500
MOST_MB = 400


@pytest.fixture
def long_pdf(tmp_path: Path) -> Path:
    """A PDF of 1,500 pages of text."""
    path = tmp_path / "long.pdf"
    sheet = Canvas(str(path))
    for number in range(PAGES):
        for line in range(20):
            sheet.drawString(60, 780 - 20 * line, f"page {number}, line {line}")
        sheet.showPage()
    sheet.save()
    return path


@pytest.fixture
def endless_pdf(tmp_path: Path) -> Path:
    """A small PDF of 200,000 blank pages, which are all the same object."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 200000/Kids[%s]>>" % (b"3 0 R " * 200_000),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>",
        b"<</Length 23>>stream\n1 1 1 rg 0 0 200 200 re f\nendstream",  # white: seen if rendered
    )
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    path = tmp_path / "endless.pdf"
    path.write_bytes(out)
    return path


# Between us and the command, for a process counts as its own what its parent held as it started it.
_MEASURE = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)
"""


def run(tmp_path: Path, *arguments: object) -> tuple[int, str, int]:
    """The exit code, standard error, and the most megabytes that a process of it held."""
    command = Path(sys.executable).with_name("endstop")
    peak = tmp_path / "peak"
    ended = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(peak), str(command), *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    kilobytes = int(peak.read_text()) // (1024 if sys.platform == "darwin" else 1)
    return ended.returncode, ended.stderr, kilobytes // 1024


def test_a_document_that_is_too_long_is_refused_and_the_others_go_on(long_pdf, samples, tmp_path):
    out = tmp_path / "out"
    code, said, megabytes = run(
        tmp_path, "extract", long_pdf, samples[0]["path"], "--schema", "slip", "--out", out
    )
    assert code == 1
    assert f"long.pdf: {PAGES} pages and the answer take" in said
    assert "Extract at most 4" in said
    assert ": choose pages 1-4" in said
    assert "Traceback" not in said
    written = out / f"{samples[0]['path'].stem}.json"
    assert json.loads(written.read_text(encoding="utf-8")) == samples[0]["expected"]
    assert sorted(path.name for path in out.glob("long*")) == []
    assert megabytes < MOST_MB


def test_the_time_limit_ends_a_document_while_its_pages_are_read(endless_pdf, tmp_path):
    code, said, megabytes = run(
        tmp_path,
        "extract",
        endless_pdf,
        "--schema",
        "slip",
        "--max-seconds",
        "2.5",
        "--out",
        tmp_path,
    )
    assert code == 1
    assert "Traceback" not in said
    value = json.loads((tmp_path / "endless.json").read_text(encoding="utf-8"))
    assert not any(value.values())
    meta = json.loads((tmp_path / "endless.meta.json").read_text(encoding="utf-8"))
    assert meta["stop"]["reason"] == "length"
    assert meta["complete"] is False
    assert "The time was up" in meta["problems"][0]["message"]
    assert megabytes < MOST_MB


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--max-tokens", "9" * 5000, "more than any model writes"),
        ("--max-tokens", "1e3", "1e3 is not a whole number"),
        ("--max-tokens", "-1", "-1 is not above 0"),
        ("--max-seconds", "1e400", "1e400 is not a number of seconds"),
        ("--max-seconds", "nan", "nan is not a number of seconds"),
        ("--max-seconds", "0", "0 is not above 0"),
        ("--rotate", "45", "invalid choice: 45"),
        ("--pages", "9" * 5000, "is not a range of pages"),
    ],
)
def test_an_impossible_number_is_wrong_use(endstop, samples, option, value, sentence):
    process = endstop("extract", samples[0]["path"], "--schema", "slip", f"{option}={value}")
    assert process.returncode == 2
    assert sentence in process.stderr
    assert len(process.stderr.splitlines()[-1]) < 300

"""Pages of long PDFs through the renderer: against lift's loader, and against a single page."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from reportlab.pdfgen.canvas import Canvas

from tests.benchmarks.figure import Figure

ROUNDS = 3
LONG, LONGEST = 200, 500
_ANCHOR = "the steps of lift-pdf 0.1.2's loader: all pages flattened, rendered, fitted and kept"


def figures() -> Iterator[Figure]:
    """Time and peak memory of 200 pages, peak memory of 500, time to the first page of 500."""
    with tempfile.TemporaryDirectory() as name:
        single, long, longest = (make_pdf(Path(name), pages) for pages in (1, LONG, LONGEST))
        pairs = [(_measured("endstop", long), _measured("lift", long)) for _ in range(ROUNDS)]
        alone = [_measured("endstop", single) for _ in range(ROUNDS)]
        many = [_measured("endstop", longest) for _ in range(2)]
    detail = f"median of {ROUNDS} pairs on {LONG} pages against {_ANCHOR}"
    yield Figure("pages_time", _ratio(pairs, 0), "ratio", detail)
    yield Figure("pages_peak_memory", _ratio(pairs, 1), "ratio", f"{detail}; app and child")
    peak = min(own[1] for own in many) / median(own[1] for own in alone)
    detail = f"app and child: {LONGEST} pages against 1"
    yield Figure("longest_peak_memory", round(peak, 3), "ratio", detail)
    first = min(own[2] for own in many)
    detail = f"from nothing to the first of {LONGEST} pages, start of the child included"
    yield Figure("first_page", round(first, 3), "s", detail)


def _ratio(pairs: list[tuple[list[float], list[float]]], which: int) -> float:
    return round(median(own[which] / peer[which] for own, peer in pairs), 3)


def _measured(loader: str, path: Path) -> list[float]:
    """Seconds, peak bytes and seconds to the first page of a run in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.loaders", loader, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(figure) for figure in done.stdout.split()]


def make_pdf(folder: Path, pages: int) -> Path:
    """A PDF with full pages of text and a few lines."""
    path, chance = folder / f"{pages}.pdf", Random(1)
    sheet = Canvas(str(path), pagesize=(595, 842))
    for _ in range(pages):
        for row in range(48):
            words = (
                "".join(chance.choices("abcdefghij", k=chance.randint(2, 9))) for _ in "x" * 12
            )
            sheet.drawString(60, 780 - 15 * row, " ".join(words))
        sheet.rect(50, 40, 495, 760)
        sheet.showPage()
    sheet.save()
    return path

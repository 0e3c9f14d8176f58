"""PDFs whose pages lie in one way or another, are blank, or cannot be shown."""

from pathlib import Path

from reportlab.pdfgen import canvas

WIDTH, HEIGHT = 420, 595
_LINES = 30
_WORDS = "The quick brown fox jumps over the lazy dog by the old bridge"


def written_pdf(path: Path, *kinds: str) -> Path:
    """A PDF with a page for each kind: "text", "sideways", "head down" or "blank"."""
    sheet = canvas.Canvas(str(path), pagesize=(WIDTH, HEIGHT))
    for kind in kinds:
        if kind == "sideways":
            sheet.translate(WIDTH, 0)
            sheet.rotate(90)
        elif kind == "head down":
            sheet.translate(WIDTH, HEIGHT)
            sheet.rotate(180)
        if kind != "blank":
            _write(sheet, WIDTH if kind == "sideways" else HEIGHT)
        sheet.showPage()
    sheet.save()
    return path


def damaged_pdf(path: Path, pages: int, damaged: int) -> Path:
    """A PDF whose page `damaged` refers to an object that is no page."""
    written_pdf(path, *(["text"] * pages))
    content = path.read_bytes()
    at = -1
    for _page in range(damaged):
        at = content.index(b"/Type /Page\n", at + 1)
    path.write_bytes(content[:at] + b"/Type /Gape\n" + content[at + len(b"/Type /Page\n") :])
    return path


def _write(sheet: canvas.Canvas, height: int) -> None:
    sheet.setFont("Helvetica", 10)
    for line in range(min(_LINES, height // 14 - 4)):
        sheet.drawString(30, height - 40 - 14 * line, _WORDS)

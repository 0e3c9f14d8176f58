"""Documents made to keep a renderer busy."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

# So many translucent sheets, one over the other, keep PDFium busy for a minute or more.
_SHEETS = 30_000


def write_heavy_pdf(path: Path) -> Path:
    """A small PDF whose first page takes PDFium a minute or more; the second is light."""
    canvas = Canvas(str(path))
    canvas.setFillAlpha(0.01)
    for _ in range(_SHEETS):
        canvas.rect(0, 0, 595, 842, stroke=0, fill=1)
    canvas.showPage()
    canvas.drawString(100, 100, "light")
    canvas.showPage()
    canvas.save()
    return path

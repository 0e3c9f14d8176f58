"""Real files for the tests of documents, made on the spot."""

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from endstop.documents.renderer import Renderer
from endstop.documents.source import PageImage
from tests.hostile.documents import write_heavy_pdf


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes a PDF with the given number of pages, "page 1" and so on written on them."""

    def make(
        name: str = "letter.pdf",
        pages: int = 1,
        size: tuple[float, float] = (595, 842),
        password: str | None = None,
    ) -> Path:
        path = tmp_path / name
        lock = None if password is None else StandardEncryption(password, strength=128)
        sheet = canvas.Canvas(str(path), pagesize=size, encrypt=lock)
        for number in range(1, pages + 1):
            sheet.drawString(size[0] / 10, size[1] / 2, f"page {number}")
            sheet.showPage()
        sheet.save()
        return path

    return make


@pytest.fixture
def heavy_pdf(tmp_path: Path) -> Path:
    """A small PDF whose first page takes PDFium a minute or more; the second is light."""
    return write_heavy_pdf(tmp_path / "heavy.pdf")


@pytest.fixture
def raw_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes a PDF of the given objects, the first of which is the catalogue."""

    def make(*objects: bytes) -> Path:
        out, offsets = io.BytesIO(b"%PDF-1.7\n"), []
        out.seek(0, io.SEEK_END)
        for number, body in enumerate(objects, 1):
            offsets.append(out.tell())
            out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        start = out.tell()
        out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
        out.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
        out.write(b"trailer<</Size %d/Root 1 0 R>>\n" % (len(objects) + 1))
        out.write(b"startxref\n%d\n%%%%EOF" % start)
        path = tmp_path / "raw.pdf"
        path.write_bytes(out.getvalue())
        return path

    return make


@pytest.fixture
def drawing() -> Image.Image:
    """An upright picture whose four corners differ, so that each turn of it is told apart."""
    picture = Image.new("RGB", (720, 900), "white")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 200, 200), fill="red")
    pen.rectangle((520, 0, 719, 200), fill="green")
    pen.rectangle((0, 700, 200, 899), fill="blue")
    return picture


@pytest.fixture
def page_of_words() -> Image.Image:
    """An upright page of printed words of small letters and capitals."""
    chance = random.Random(1)
    page = Image.new("RGB", (800, 1100), "white")
    pen = ImageDraw.Draw(page)
    for row in range(36):
        words = (
            "".join(chance.choices("eeetaoinshrdlucmfwypvbgkTASED", k=chance.randint(2, 9)))
            for _ in range(11)
        )
        pen.text((60, 50 + 27 * row), " ".join(words)[:66], fill="black", font_size=17)
    return page


@pytest.fixture
def renderer() -> Iterator[Renderer]:
    """A renderer that is closed after the test."""
    with Renderer() as made:
        yield made


@pytest.fixture
def as_image() -> Callable[[PageImage], Image.Image]:
    """Turns a page into a Pillow image to look into."""
    return lambda page: Image.frombytes("RGB", (page.width, page.height), page.rgb)

"""Documents made to hang, to fill the memory or to confuse, and those that are none at all."""

import os
import struct
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

# So many translucent sheets, one over the other, keep PDFium busy for a minute or more.
_SHEETS = 30_000
_PAGES = 200_000


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


def pdf(objects: Iterable[bytes]) -> bytes:
    """A PDF of these objects, the first of which is the catalogue."""
    parts, offsets, at = [b"%PDF-1.7\n"], [], 9
    for number, body in enumerate(objects, 1):
        offsets.append(at)
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        at += len(parts[-1])
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
    parts.extend(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    return b"".join((*parts, end % (len(offsets) + 1, at)))


def _png(width: int, height: int) -> bytes:
    """A white image of one bit a pixel, which takes little room only here."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    packer = zlib.compressobj()
    row = b"\0" + b"\xff" * ((width + 7) // 8)
    rows = b"".join(packer.compress(row) for _number in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


_CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"
_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>"


def _one_page(width: int, height: int) -> bytes:
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return pdf((_CATALOGUE, pages, _PAGE % (width, height)))


def _many_pages() -> bytes:
    """The same page again and again: a file of 1.2 MB."""
    kids = b"3 0 R " * _PAGES
    pages = b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, _PAGES)
    return pdf((_CATALOGUE, pages, _PAGE % (595, 842)))


_LOOP = pdf((_CATALOGUE, b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>", _PAGE % (595, 842)))
_DEEP = pdf((_CATALOGUE, b"<</Type/Pages/Kids" + b"[" * 100_000 + b"/Count 1>>"))
_TIFF = b"II*\0\x08\0\0\0\0\0\x08\0\0\0"  # a folder of no entries that is followed by itself
_GIF = b"GIF89a\xff\xff\xff\xff\0\0\0" + b",\0\0\0\0\xff\xff\xff\xff\0\x08\x01\0\0" * 1000


def _written(content: Callable[[], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content())


# What each is called, and how it comes to be at its path.
DOCUMENTS: tuple[tuple[bytes, Callable[[Path], object]], ...] = (
    (b"pipe.pdf", os.mkfifo),
    (b"endless.png", lambda path: path.symlink_to("/dev/zero")),
    (b"dangling.pdf", lambda path: path.symlink_to("nothing")),
    (b"empty.pdf", _written(lambda: b"")),
    (b"text.pdf", _written(lambda: b"no document\n")),
    (b"cut.pdf", _written(lambda: _one_page(595, 842)[:90])),
    (b"giant-page.pdf", _written(lambda: _one_page(10**9, 10**9))),
    (b"thin-page.pdf", _written(lambda: _one_page(1, 10**7))),
    (b"many-pages.pdf", _written(_many_pages)),
    (b"pages-in-a-circle.pdf", _written(lambda: _LOOP)),
    (b"deep.pdf", _written(lambda: _DEEP)),
    (b"bomb.png", _written(lambda: _png(60_000, 20_000))),
    (b"circle.tiff", _written(lambda: _TIFF)),
    (b"frames.gif", _written(lambda: _GIF)),
    (b"\x1b[2J\x1b]0;title\x07\n.pdf", _written(lambda: b"no document\n")),
    (b"\xff\xfe.pdf", _written(lambda: b"no document\n")),
)


def make_documents(folder: Path) -> list[Path]:
    """All of them."""
    folder.mkdir()
    paths = [Path(os.fsdecode(os.fsencode(folder) + b"/" + name)) for name, _make in DOCUMENTS]
    for path, (_name, make) in zip(paths, DOCUMENTS, strict=True):
        make(path)
    return paths

"""One loader over all pages of a PDF; prints seconds, peak bytes, seconds to the first page."""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from tests.sweep.memory import peak_bytes


def endstop(path: Path) -> Iterator[int]:
    """A page at a time from the renderer; yields the child's peak so far."""
    from endstop.documents.recognise import recognise
    from endstop.documents.renderer import Renderer
    from endstop.documents.sizing import PageSizing

    with Renderer() as renderer:
        document = renderer.open(recognise(path))
        for number in range(1, document.page_count + 1):
            renderer.render(document, number, PageSizing())
            yield peak_bytes(renderer.pid)


def lift(path: Path) -> Iterator[int]:
    """What `lift/input.py` and `lift/model/util.py` do, step by step: every page is kept."""
    import pypdfium2
    import pypdfium2.raw as pdfium_c
    from PIL import Image

    from endstop.documents.sizing import PageSizing

    sizing, pages, fitted = PageSizing(), [], []
    document = pypdfium2.PdfDocument(path)
    document.init_forms()
    for index in range(len(document)):
        page = document[index]
        scale = sizing.render_scale(*page.get_size())
        pdfium_c.FPDFPage_Flatten(page, pdfium_c.FLAT_NORMALDISPLAY)
        pages.append(document[index].render(scale=scale).to_pil().convert("RGB"))
        yield 0
    for page in pages:
        fitted.append(page.resize(sizing.fitted(*page.size), Image.Resampling.LANCZOS))
        yield 0


def main(name: str, path: Path) -> None:
    """Run the loader `name` over `path`."""
    started, first, child = perf_counter(), 0.0, 0
    for peak in {"endstop": endstop, "lift": lift}[name](path):
        first = first or perf_counter() - started
        child = max(child, peak)
    seconds = perf_counter() - started
    print(seconds, child + peak_bytes("self"), first)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

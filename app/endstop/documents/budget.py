"""What a document may cost before Endstop gives it up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds, pixels and bytes.

    `open_s` seconds to open a document and `page_s` for a page, the start of the renderer process
    included; of `page_s` the first `form_s` go to a try with live form fields, which make PDFium
    hang on some files. `survey_s` seconds to look at some hundred pages without rasterising them.
    `pixels` of an image frame (Pillow refuses more than the default itself).
    `memory` bytes that the renderer process may hold at any time.
    """

    open_s: float = 30.0
    page_s: float = 60.0
    form_s: float = 10.0
    survey_s: float = 10.0
    pixels: int = 178_956_970
    memory: int = 2 << 30

"""How large a page is rasterised, by lift's rule.

Source: lift-pdf 0.1.2, `lift/input.py` and `lift/model/util.py` (settings IMAGE_DPI 96, minimum
side 692, scale_to_fit 1088 x 1408 px worth of pixels, at least 1408 x 28, on a grid of 28 px).
"""

import math
from dataclasses import dataclass

POINTS_PER_INCH = 72.0

# How a user may turn a page: degrees clockwise.
ROTATIONS = (0, 90, 180, 270)
# Those that swap width and height.
SIDEWAYS = (90, 270)


@dataclass(frozen=True, slots=True)
class PageSizing:
    """The rule's numbers; sides in pixels, `dpi` in dots an inch. The defaults are lift's."""

    dpi: float = 96.0
    min_side: int = 692
    max_pixels: int = 1088 * 1408
    min_pixels: int = 1408 * 28
    grid: int = 28

    def render_scale(self, width: float, height: float) -> float:
        """Pixels a PDF point for a page of `width` x `height` points."""
        return max(self.dpi, self.min_side / min(width, height) * POINTS_PER_INCH) / POINTS_PER_INCH

    def enlarged(self, width: int, height: int) -> tuple[int, int]:
        """The size in pixels that an image is first brought to if a side is below `min_side`."""
        shorter = min(width, height)
        if shorter >= self.min_side:
            return width, height
        return int(width * (self.min_side / shorter)), int(height * (self.min_side / shorter))

    def fitted(self, width: int, height: int) -> tuple[int, int]:
        """The size in pixels that an image of `width` x `height` pixels is resized to."""
        scale = 1.0
        if width * height > self.max_pixels:
            scale = math.sqrt(self.max_pixels / (width * height))
        elif width * height < self.min_pixels:
            scale = math.sqrt(self.min_pixels / (width * height))
        return self._on_grid(width, height, scale)

    def _on_grid(self, width: int, height: int, scale: float) -> tuple[int, int]:
        """Both sides rounded to the grid, shrunk by whole cells until the pixel budget holds.

        The side whose loss of a cell bends the aspect ratio less goes first.
        """
        ratio = width / height
        columns = max(1, round(width * scale / self.grid))
        rows = max(1, round(height * scale / self.grid))
        while columns * rows * self.grid**2 > self.max_pixels and (columns, rows) != (1, 1):
            narrower = columns > 1 and (
                rows == 1 or abs((columns - 1) / rows - ratio) < abs(columns / (rows - 1) - ratio)
            )
            columns, rows = (columns - 1, rows) if narrower else (columns, rows - 1)
        return columns * self.grid, rows * self.grid

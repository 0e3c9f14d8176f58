"""From a PDF's own coordinates to pixels of the page as it is seen."""

from dataclasses import dataclass

from endstop.documents.word import Box


@dataclass(frozen=True, slots=True)
class PageTransform:
    """How a page lies on its image.

    `bounds` is the visible part of the page (left, bottom, right, top) in points, y upwards. It
    is rotated clockwise by `rotation` degrees and fills an image of `width` x `height` pixels.
    """

    bounds: tuple[float, float, float, float]
    rotation: int
    width: int
    height: int

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """The box in pixels of a rectangle in points."""
        one, other = self._point(left, top), self._point(right, bottom)
        return Box(
            min(one[0], other[0]),
            min(one[1], other[1]),
            max(one[0], other[0]),
            max(one[1], other[1]),
        )

    def visible(self, box: Box, margin: float) -> Box | None:
        """`box`, `margin` pixels wider on each side, as far as it is on the image, if at all."""
        if box.left >= self.width or box.top >= self.height or box.right <= 0 or box.bottom <= 0:
            return None
        return Box(
            max(0.0, box.left - margin),
            max(0.0, box.top - margin),
            min(float(self.width), box.right + margin),
            min(float(self.height), box.bottom + margin),
        )

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """A point in pixels from the upper left corner of the image."""
        left, bottom, right, top = self.bounds
        across, up = (x - left) / (right - left), (y - bottom) / (top - bottom)
        match self.rotation:
            case 90:
                across, down = up, across
            case 180:
                across, down = 1 - across, up
            case 270:
                across, down = 1 - up, 1 - across
            case _:
                down = 1 - up
        return across * self.width, down * self.height

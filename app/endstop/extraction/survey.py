"""Whether a document fits into the model, told from the sizes of its pages before it is read.

A page that may turn out to be blank, and is then left out, counts when it was rasterised; one with
text on it, or one that was named, counts at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage
from endstop.documents.survey import Content
from endstop.engines.room import Room, Shape
from endstop.errors import ModelError
from endstop.extraction.page_source import IsCancelled, PageSource
from endstop.extraction.request import Request


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known before a page is rasterised: the pages that may be read, and the empty ones."""

    shapes: tuple[Shape, ...] = ()
    empty: frozenset[int] = frozenset()

    def refuse_more(self, room: Room, images: Sequence[PageImage]) -> None:
        """Raise ModelError if these pages leave no room for another, with those still to come."""
        taken = [Shape(image.number, image.width, image.height) for image in images]
        try:
            room.refuse_more(taken)
        except ModelError:
            room.refuse_more([*taken, *(s for s in self.shapes if s.number > taken[-1].number)])


def survey(
    request: Request,
    document: Document,
    numbers: Sequence[int],
    sizing: PageSizing,
    pages: PageSource,
    room: Room | None,
    ended: IsCancelled,
) -> Survey:
    """Look at the pages without rasterising them; ModelError if there is no `room` for them."""
    if room is None:
        return Survey()
    options = request.options
    turned = [(number, options.rotation_of(number)) for number in numbers]
    sizes = zip(numbers, pages.sizes(document, turned, sizing, ended), strict=True)
    shapes = tuple(Shape(number, *size) for number, size in sizes if size is not None)
    try:
        room.refuse_more(shapes)
    except ModelError:
        if options.pages is not None:
            raise
        return _without_blank(document, shapes, sizing, pages, room, ended)
    return Survey(shapes)


def _without_blank(
    document: Document,
    shapes: Sequence[Shape],
    sizing: PageSizing,
    pages: PageSource,
    room: Room,
    ended: IsCancelled,
) -> Survey:
    """Look closer: too many pages fit if enough of them are blank."""
    numbers = [shape.number for shape in shapes]
    known = list(zip(shapes, pages.contents(document, numbers, sizing, ended), strict=True))
    room.refuse_more([shape for shape, content in known if content is Content.TEXT])
    return Survey(
        tuple(shape for shape, content in known if content is not Content.NOTHING),
        frozenset(shape.number for shape, content in known if content is Content.NOTHING),
    )

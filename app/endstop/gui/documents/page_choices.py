"""Which pages of a document are read, and by how much each is rotated; no Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from endstop.documents.page_ranges import PageRanges
from endstop.extraction.request import Options


@dataclass(frozen=True, slots=True)
class PreviewKey:
    """A page of a document of the list, rotated clockwise by `rotation` degrees."""

    entry_id: int
    number: int
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class PageChoices:
    """What the user chose for the pages of a document; `pages` None: all of them but blank ones.

    Rotations are in degrees clockwise, by the 1-based numbers of the pages. `suggested` holds
    those that would set pages upright, 0 for pages that were found upright.
    """

    pages: PageRanges | None = None
    suggested: Mapping[int, int] = field(default_factory=dict)
    rotated: Mapping[int, int] = field(default_factory=dict)

    def rotation(self, number: int) -> int:
        """By how many degrees clockwise the user rotated a page."""
        return self.rotated.get(number, 0)

    def unsure(self, number: int) -> bool:
        """Whether nobody has said yet which way up a page is."""
        return number not in self.rotated and number not in self.suggested

    def suggestion(self, number: int) -> int:
        """The rotation to propose: 0 where the page is upright or the user rotated it already."""
        return 0 if number in self.rotated else self.suggested.get(number, 0)

    def rotate(self, number: int, by: int) -> "PageChoices":
        """The choices with a page rotated further, clockwise by `by` degrees."""
        rotation = (self.rotation(number) + by) % 360
        return replace(self, rotated={**self.rotated, number: rotation})

    def suggest(self, number: int, rotation: int) -> "PageChoices":
        """The choices with a proposal for a page."""
        return replace(self, suggested={**self.suggested, number: rotation})

    def choose(self, text: str, page_count: int) -> "PageChoices":
        """The choices with the pages that `text` names, all if it is empty.

        EndstopError if it names none of `page_count` pages.
        """
        ranges = PageRanges.parse(text) if text.strip() else None
        if ranges is not None:
            ranges.select(page_count)
        return replace(self, pages=ranges)

    def applied(self, options: Options) -> Options:
        """These options with the pages and rotations of this document."""
        rotations = tuple((number, by) for number, by in sorted(self.rotated.items()) if by)
        if (self.pages, rotations) == (options.pages, options.page_rotations):
            return options
        return replace(options, pages=self.pages, page_rotations=rotations)

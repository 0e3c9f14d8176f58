"""How the pages of one document are to be read: which ones, and turned how; no Qt."""

from dataclasses import dataclass, field, replace

from endstop.documents.page_ranges import PageRanges
from endstop.extraction.request import Options


@dataclass(frozen=True, slots=True)
class PreviewKey:
    """A page of a document of the list, turned clockwise by `rotation` degrees."""

    entry_id: int
    number: int
    rotation: int = 0


@dataclass(slots=True)
class Reading:
    """What the user chose for a document; `pages` None means all of them but blank ones.

    `suggested` holds the turns that would set pages upright, 0 for those that were found so.
    """

    pages: PageRanges | None = None
    suggested: dict[int, int] = field(default_factory=dict)
    _turned: dict[int, int] = field(default_factory=dict)

    def rotation(self, number: int) -> int:
        """By how many degrees clockwise the user turned a page."""
        return self._turned.get(number, 0)

    def turn(self, number: int, by: int) -> None:
        """Turn a page further, clockwise by `by` degrees."""
        self._turned[number] = (self.rotation(number) + by) % 360

    def unsure(self, number: int) -> bool:
        """Whether nobody said yet which way up a page is."""
        return number not in self._turned and number not in self.suggested

    def suggestion(self, number: int) -> int:
        """The turn to propose: 0 where the page seems upright or the user turned it already."""
        return 0 if number in self._turned else self.suggested.get(number, 0)

    def choose(self, text: str, page_count: int) -> None:
        """Read the pages that `text` names, all if it is empty.

        EndstopError if it names none of `page_count` pages.
        """
        ranges = PageRanges.parse(text) if text.strip() else None
        if ranges is not None:
            ranges.select(page_count)
        self.pages = ranges

    def applied(self, options: Options) -> Options:
        """These options with the pages and turns of this document."""
        turned = tuple((number, by) for number, by in sorted(self._turned.items()) if by)
        return replace(options, pages=self.pages, page_rotations=turned)

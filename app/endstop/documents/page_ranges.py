"""Which pages of a document are wanted: `1-3,7`, counted from 1."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from endstop.errors import DocumentError, UsageError
from endstop.translation import _, ngettext

# An en dash is what a text editor makes of a hyphen.
_PART = re.compile(
    r"\s*(?:(?P<page>[0-9]{1,18})|(?P<first>[0-9]{1,18})?\s*[-–]\s*(?P<last>[0-9]{1,18})?)\s*"
)

_LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PageRanges:
    """Ranges of pages, both ends included; None is the end of the document."""

    ranges: tuple[tuple[int, int | None], ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The ranges in `text`: `1-3,7`, `5-` (to the end), `-3` (the first three).

        UsageError if it is none, or counts backwards or from 0.
        """
        return cls(tuple(_range(part, text) for part in text.split(",")))

    @classmethod
    def of(cls, pages: Iterable[int]) -> Self:
        """The ranges that hold exactly these ascending page numbers."""
        ranges: list[tuple[int, int]] = []
        for page in pages:
            if ranges and page == ranges[-1][1] + 1:
                ranges[-1] = ranges[-1][0], page
            else:
                ranges.append((page, page))
        return cls(tuple(ranges))

    def select(self, page_count: int) -> tuple[int, ...]:
        """The page numbers, ascending, each once, of a document of `page_count` pages.

        DocumentError if it has no such page.
        """
        pages: list[int] = []
        beyond = max((max(first, last or first) for first, last in self.ranges), default=0)
        if beyond > page_count:
            raise _no_such_page(beyond, page_count)
        for first, last in sorted((first, last or page_count) for first, last in self.ranges):
            start = max(first, pages[-1] + 1) if pages else first
            pages.extend(range(start, last + 1))
        return tuple(pages)

    def __str__(self) -> str:
        return ",".join(_written(first, last) for first, last in self.ranges)


def pages_of(ranges: PageRanges | None, page_count: int) -> tuple[int, ...]:
    """The page numbers that `ranges` selects; all of them if it is None."""
    return tuple(range(1, page_count + 1)) if ranges is None else ranges.select(page_count)


def _range(part: str, text: str) -> tuple[int, int | None]:
    """The range that one part between commas says."""
    match = _PART.fullmatch(part)
    if match is None or not (match["page"] or match["first"] or match["last"]):
        raise _wrong(text)
    first = int(match["page"] or match["first"] or 1)
    end = match["page"] or match["last"]
    last = int(end) if end else None
    if first < 1 or (last is not None and last < first):
        raise _wrong(text)
    return first, last


def _written(first: int, last: int | None) -> str:
    if last is None:
        return f"{first}-"
    return str(first) if first == last else f"{first}-{last}"


def _wrong(text: str) -> UsageError:
    shown = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
    return UsageError(
        _("“%s” is not a range of pages.") % shown,
        _("Write for example 1-3,7 or 5- (from page 5 to the end); the first page is 1."),
    )


def _no_such_page(number: int, page_count: int) -> DocumentError:
    return DocumentError(
        ngettext(
            "There is no page %(number)d: the document has %(count)d page.",
            "There is no page %(number)d: the document has %(count)d pages.",
            page_count,
        )
        % {"number": number, "count": page_count},
        _("Choose other pages."),
    )

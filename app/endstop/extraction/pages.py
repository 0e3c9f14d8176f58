"""Which pages of a document the model sees, and what a person must know of the others."""

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from endstop.documents.page_ranges import PageRanges, pages_of
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.errors import CancelledError, DocumentError, PageError
from endstop.extraction.events import Rendered
from endstop.extraction.request import Request
from endstop.results.result import Problem
from endstop.translation import _, ngettext

IsCancelled = Callable[[], bool]


class PageSource(Protocol):
    """Whatever opens documents and rasterises pages; `documents.renderer.Renderer` is one."""

    def open(self, source: SourceFile, password: str | None, cancelled: IsCancelled) -> Document:
        """The opened document; raises DocumentError or CancelledError."""
        ...

    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: IsCancelled,
        rotation: int = 0,
    ) -> PageImage:
        """One page, turned clockwise by `rotation` degrees.

        Raises PageError if the others may still be shown, DocumentError or CancelledError.
        """
        ...

    def suggested_rotation(
        self, document: Document, number: int, sizing: PageSizing, cancelled: IsCancelled
    ) -> int:
        """The rotation that sets the page upright, 0 if in doubt; raises as `render`."""
        ...


@dataclass(frozen=True, slots=True)
class Gathered:
    """The pages for the model.

    `problems` are pages that could not be shown, `notices` what else a person should know.
    """

    images: tuple[PageImage, ...]
    problems: tuple[Problem, ...]
    notices: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The 1-based numbers of the pages."""
        return tuple(image.number for image in self.images)


def gather(
    request: Request, sizing: PageSizing, pages: PageSource, cancelled: IsCancelled
) -> Generator[Rendered, None, Gathered]:
    """Rasterise the pages that `request` asks for.

    A page that fails is a problem, not the end. A blank one is left out, as a model invents text
    for it, unless pages were named: then every one of them is wanted. DocumentError if no page is
    left.
    """
    options = request.options
    document = pages.open(request.source, options.password, cancelled)
    run = _Gathering(request, document, sizing, pages, cancelled)
    numbers = pages_of(options.pages, document.page_count)
    yield Rendered(0, len(numbers))
    for done, number in enumerate(numbers, 1):
        if cancelled():
            raise CancelledError
        run.take(number)
        yield Rendered(done, len(numbers))
    return run.gathered()


class _Gathering:
    """The pages of one document on their way to the model."""

    def __init__(
        self,
        request: Request,
        document: Document,
        sizing: PageSizing,
        pages: PageSource,
        cancelled: IsCancelled,
    ) -> None:
        self._document = document
        self._sizing = sizing
        self._pages = pages
        self._cancelled = cancelled
        self._rotation = request.options.rotation
        self._rotations = dict(request.options.page_rotations)
        self._keeps_blank = request.options.pages is not None
        self._images: list[PageImage] = []
        self._failed: list[PageError] = []
        self._blank: list[int] = []
        self._sideways: dict[int, list[int]] = {}

    def take(self, number: int) -> None:
        """Rasterise one page and sort it."""
        rotation = self._rotations.get(number, self._rotation)
        try:
            image = self._pages.render(
                self._document, number, self._sizing, self._cancelled, rotation
            )
        except PageError as error:
            self._failed.append(error)
            return
        if image.blank and not self._keeps_blank:
            self._blank.append(number)
            return
        self._images.append(image)
        if not (rotation or image.blank):
            self._look_whether_it_lies(number)

    def gathered(self) -> Gathered:
        """What came of it; DocumentError if no page is left."""
        if not self._images and self._failed:
            raise self._failed[0]
        if not self._images:
            raise DocumentError(
                _("%s is blank: there is nothing on it to be read.") % self._document.source.name,
                _("If you see something on it, name its pages to have them read all the same."),
            )
        return Gathered(
            tuple(self._images),
            tuple(Problem("", str(error)) for error in self._failed),
            (*self._document.notices, *self._page_notices()),
        )

    def _look_whether_it_lies(self, number: int) -> None:
        with suppress(PageError):
            turn = self._pages.suggested_rotation(
                self._document, number, self._sizing, self._cancelled
            )
            if turn == 0:
                return
            self._sideways.setdefault(turn, []).append(number)

    def _page_notices(self) -> list[str]:
        """What is to be said of single pages; pages of one kind share a sentence."""
        notices = []
        if self._blank:
            text = ngettext(
                "Page %(pages)s is blank and was left out.",
                "Pages %(pages)s are blank and were left out.",
                len(self._blank),
            )
            notices.append(text % {"pages": PageRanges.of(self._blank)})
        for turn, numbers in sorted(self._sideways.items()):
            text = ngettext(
                "Page %(pages)s seems to lie on its side or head: turn it by %(turn)d degrees.",
                "Pages %(pages)s seem to lie on their side or head: turn them by %(turn)d degrees.",
                len(numbers),
            )
            notices.append(text % {"pages": PageRanges.of(numbers), "turn": turn})
        return [*notices, *(text for image in self._images for text in image.notices)]

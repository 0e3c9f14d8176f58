"""Which pages of a document the model sees, and what a person must know of the others."""

import math
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from endstop.documents.page_ranges import PageRanges, pages_of
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage
from endstop.engines.room import Room
from endstop.errors import CancelledError, DocumentError, PageError
from endstop.extraction.events import Rendered
from endstop.extraction.page_source import IsCancelled, PageSource
from endstop.extraction.request import Request
from endstop.extraction.survey import Survey, survey
from endstop.results.result import Problem
from endstop.translation import _, ngettext


@dataclass(frozen=True, slots=True)
class Gathered:
    """The pages for the model.

    `problems` are pages that could not be shown, `notices` what else a person should know.
    `cut`: the time was up before all were ready, so that the model cannot read any.
    """

    images: tuple[PageImage, ...]
    problems: tuple[Problem, ...]
    notices: tuple[str, ...]
    cut: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The 1-based numbers of the pages."""
        return tuple(image.number for image in self.images)


def gather(
    request: Request,
    sizing: PageSizing,
    pages: PageSource,
    cancelled: IsCancelled,
    room: Room | None = None,
    deadline: float = math.inf,
) -> Generator[Rendered, None, Gathered]:
    """Rasterise the pages that `request` asks for.

    A page that fails is a problem, not the end. A blank one is left out, as a model invents text
    for it, unless pages were named: then every one of them is wanted. DocumentError if no page is
    left. ModelError if they are more than there is `room` for, before any is rasterised unless
    some may be blank. At the `deadline`, a moment of `time.perf_counter`, what is ready is given
    back.
    """

    def ended() -> bool:
        return cancelled() or perf_counter() >= deadline

    run = _Gathering(request, sizing, pages, room)
    try:
        yield from run.steps(ended)
    except CancelledError:
        if cancelled():
            raise
        return run.cut()
    return run.gathered()


class _Gathering:
    """The pages of one document on their way to the model."""

    def __init__(
        self, request: Request, sizing: PageSizing, pages: PageSource, room: Room | None
    ) -> None:
        self._request = request
        self._sizing = sizing
        self._pages = pages
        self._room = room
        self._notices: tuple[str, ...] = ()
        self._total = 0
        self._images: list[PageImage] = []
        self._failed: list[PageError] = []
        self._blank: list[int] = []
        self._sideways: dict[int, list[int]] = {}

    def steps(self, ended: IsCancelled) -> Generator[Rendered, None, None]:
        """Take page after page; CancelledError once it has `ended`."""
        options = self._request.options
        document = self._pages.open(self._request.source, options.password, ended)
        self._notices = document.notices
        numbers = pages_of(options.pages, document.page_count)
        self._total = len(numbers)
        yield Rendered(0, self._total)
        known = survey(
            self._request, document, numbers, self._sizing, self._pages, self._room, ended
        )
        for done, number in enumerate(numbers, 1):
            if ended():
                raise CancelledError
            if number in known.empty:
                self._blank.append(number)
            else:
                self._take(document, number, known, ended)
            yield Rendered(done, self._total)

    def gathered(self) -> Gathered:
        """What came of it; DocumentError if no page is left."""
        if not self._images and self._failed:
            raise self._failed[0]
        if not self._images:
            raise DocumentError(
                _("%s is blank: there is nothing on it to be read.") % self._request.source.name,
                _("If you see something on it, name its pages to have them read all the same."),
            )
        return self._outcome()

    def cut(self) -> Gathered:
        """What there is when the time is up."""
        done = len(self._images) + len(self._blank) + len(self._failed)
        return self._outcome(Problem("", _cut_while_reading(done, self._total)))

    def _outcome(self, cut: Problem | None = None) -> Gathered:
        failed = tuple(Problem("", str(error)) for error in self._failed)
        return Gathered(
            tuple(self._images),
            failed if cut is None else (cut, *failed),
            (*self._notices, *self._page_notices()),
            cut is not None,
        )

    def _take(self, document: Document, number: int, known: Survey, ended: IsCancelled) -> None:
        """Rasterise one page and sort it; ModelError if there is no more room for it."""
        options = self._request.options
        rotation = options.rotation_of(number)
        try:
            image = self._pages.render(document, number, self._sizing, ended, rotation)
        except PageError as error:
            self._failed.append(error.with_traceback(None))
            return
        if image.blank and options.pages is None:
            self._blank.append(number)
            return
        self._images.append(image)
        if self._room is not None:
            known.refuse_more(self._room, self._images)
        if not (rotation or image.blank):
            self._look_whether_it_lies(document, number, ended)

    def _look_whether_it_lies(self, document: Document, number: int, ended: IsCancelled) -> None:
        with suppress(PageError):
            turn = self._pages.suggested_rotation(document, number, self._sizing, ended)
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


def _cut_while_reading(done: int, total: int) -> str:
    if total == 0:
        return _("The time was up before the document was open.")
    return ngettext(
        "The time was up when {done} of {total} page was ready; the model has read none.",
        "The time was up when {done} of {total} pages were ready; the model has read none.",
        total,
    ).format(done=done, total=total)

"""Documents and their pages, rasterised by a child process that may hang, crash or be killed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeVar

from endstop.documents.budget import Budget
from endstop.documents.page_store import PageKey, PageStore
from endstop.documents.requests import (
    Answer,
    Contents,
    OpenRequest,
    PageRequest,
    Sizes,
    SurveyRequest,
    UprightRotation,
    Wanted,
    Words,
)
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document, PageImage, SourceFile
from endstop.documents.supervisor import Mishap, MishapError, Supervisor
from endstop.documents.survey import Content, PageSize
from endstop.documents.word import Word
from endstop.errors import DocumentError, EndstopError, PageError
from endstop.translation import _

_Answered = TypeVar("_Answered", Document, PageImage, Words, UprightRotation, Sizes, Contents)

_BYTES_A_MB = 1_000_000
_PAGES_A_SURVEY = 500


def _never() -> bool:
    return False


class Renderer:
    """Opens documents and rasterises pages; thread-safe, one request at a time.

    The child process starts with the first request, keeps the last document open, and is replaced
    after it was killed or crashed. All methods raise DocumentError with a sentence (the file
    cannot be read, the renderer was closed), PageError if it is that page alone (it is damaged,
    its budget is spent, it made the child crash), and CancelledError within about 50 ms after
    `cancelled()` became true. `number` is a page's 1-based number; `rotation` is by how many
    degrees clockwise the user turned it, one of `sizing.ROTATIONS`. Pages in `store` are not
    rendered again.
    """

    def __init__(self, budget: Budget | None = None, store: PageStore | None = None) -> None:
        self._budget = budget or Budget()
        self._store = store
        self._supervisor = Supervisor(self._budget.memory)
        # Documents whose live form fields made the child hang or crash.
        self._formless: set[SourceFile] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the child process, None while there is none."""
        return self._supervisor.pid

    def open(
        self,
        source: SourceFile,
        password: str | None = None,
        cancelled: Callable[[], bool] = _never,
    ) -> Document:
        """Open `source` and count its pages.

        PasswordNeededError if it is encrypted and `password` is missing or wrong.
        """
        request = OpenRequest(source, password, self._budget.pixels)
        try:
            answer = self._supervisor.ask(request, self._budget.open_s, cancelled)
        except MishapError as error:
            subject = _("Opening %s") % source.name
            sentence = self._sentence(error.mishap, subject, self._budget.open_s)
            raise DocumentError(sentence, _remedy()) from error
        return _as(Document, answer)

    def render(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
        rotation: int = 0,
    ) -> PageImage:
        """Rasterise a page to the size that `sizing` gives."""
        key = None
        if self._store is not None:
            key = PageKey.of(document, number, sizing, rotation)
            kept = self._store.get(key) if key is not None else None
            if kept is not None:
                return kept
        page = self._rendered(document, number, sizing, cancelled, rotation)
        if self._store is not None and key is not None:
            self._store.put(key, page)
        return page

    def sizes(
        self,
        document: Document,
        turned: Sequence[tuple[int, int]],
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
    ) -> Iterator[PageSize | None]:
        """The size in pixels of each page that `render` would give; None where it has none.

        `turned` has pages with their rotations. Nothing is rasterised, so this is quick.
        """
        for start in range(0, len(turned), _PAGES_A_SURVEY):
            numbers, rotations = zip(*turned[start : start + _PAGES_A_SURVEY], strict=True)
            request = SurveyRequest(document, numbers, rotations, sizing, self._budget.pixels)
            answer = self._surveyed(request, cancelled)
            yield from _as(Sizes, answer).sizes if answer else [None] * len(numbers)

    def contents(
        self,
        document: Document,
        numbers: Sequence[int],
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
    ) -> Iterator[Content]:
        """What each page holds, as far as that can be told without rasterising it."""
        for start in range(0, len(numbers), _PAGES_A_SURVEY):
            some = tuple(numbers[start : start + _PAGES_A_SURVEY])
            request = SurveyRequest(document, some, (), sizing, self._budget.pixels, True)
            answer = self._surveyed(request, cancelled)
            yield from _as(Contents, answer).contents if answer else [Content.UNKNOWN] * len(some)

    def words(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
        rotation: int = 0,
    ) -> tuple[Word, ...]:
        """The page's text layer, placed on the image that `render` gives; empty for images."""
        request = PageRequest(
            document, number, sizing, self._budget.pixels, rotation, False, Wanted.WORDS
        )
        return _as(Words, self._page(request, self._budget.page_s, cancelled)).words

    def suggested_rotation(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: Callable[[], bool] = _never,
    ) -> int:
        """The `rotation` that sets the page upright, by its text or its pixels; 0 if in doubt."""
        request = PageRequest(
            document, number, sizing, self._budget.pixels, 0, False, Wanted.ROTATION
        )
        return _as(UprightRotation, self._page(request, self._budget.page_s, cancelled)).degrees

    def close(self) -> None:
        """End the child process; a request that is under way in another thread fails."""
        self._supervisor.close()

    def _rendered(
        self,
        document: Document,
        number: int,
        sizing: PageSizing,
        cancelled: Callable[[], bool],
        rotation: int,
    ) -> PageImage:
        """The page, with its form if that does not hang."""
        request = PageRequest(document, number, sizing, self._budget.pixels, rotation)
        if not document.has_form:
            return _as(PageImage, self._page(request, self._budget.page_s, cancelled))
        if document.source not in self._formless:
            try:
                answer = self._supervisor.ask(request, self._budget.form_s, cancelled)
                return _as(PageImage, answer)
            except MishapError:
                self._formless.add(document.source)
        limit = self._budget.page_s - self._budget.form_s
        page = _as(PageImage, self._page(replace(request, forms=False), limit, cancelled))
        # What seems blank may have fields that are not shown.
        return replace(page, blank=False, notices=(*page.notices, _without_form(number)))

    def _page(self, request: PageRequest, limit: float, cancelled: Callable[[], bool]) -> Answer:
        """The answer to a request for a page; a mishap is that page's fault."""
        try:
            return self._supervisor.ask(request, limit, cancelled)
        except MishapError as error:
            words = {"number": request.number, "name": request.document.source.name}
            subject = _("Page %(number)d of %(name)s") % words
            sentence = self._sentence(error.mishap, subject, self._budget.page_s)
            raise PageError(sentence, _remedy(), request.number) from error

    def _surveyed(self, request: SurveyRequest, cancelled: Callable[[], bool]) -> Answer | None:
        """The answer to a request about many pages, None if there is none in time."""
        try:
            return self._supervisor.ask(request, self._budget.survey_s, cancelled)
        except MishapError:
            return None

    def _sentence(self, mishap: Mishap, subject: str, limit: float) -> str:
        """What happened to the file or the page that `subject` names."""
        match mishap:
            case Mishap.TOO_SLOW:
                words = {"subject": subject, "limit": limit}
                return _("%(subject)s took longer than %(limit)g s.") % words
            case Mishap.TOO_BIG:
                words = {"subject": subject, "megabytes": self._budget.memory // _BYTES_A_MB}
                return _("%(subject)s needs more than %(megabytes)d MB of memory.") % words
            case Mishap.CRASHED:
                return _("%s made the renderer crash.") % subject


def _as(kind: type[_Answered], answer: Answer) -> _Answered:
    """The answer if it is of this kind; an error is raised."""
    if isinstance(answer, EndstopError):
        raise answer
    if not isinstance(answer, kind):
        raise TypeError(answer)
    return answer


def _without_form(number: int) -> str:
    return (
        _("The form fields of page %d could not be filled in: values may be missing on it.")
        % number
    )


def _remedy() -> str:
    return _("Leave it out, or open it in another program and print it to a new PDF.")

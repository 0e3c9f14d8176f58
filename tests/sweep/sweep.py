"""Take one file to its pages, by the way that the app goes."""

import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from endstop.documents.budget import Budget
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.sizing import PageSizing
from endstop.documents.source import Document
from endstop.errors import CancelledError, DocumentError, PasswordNeededError
from tests.sweep.memory import peak_bytes
from tests.sweep.outcome import Line, Outcome

BUDGET = Budget(open_s=30, page_s=60)
_MORE_THAN_A_BUDGET = 15.0
_BYTES_A_MB = 1_000_000


def sweep(folder: Path) -> Iterator[Line]:
    """A line for each file in `folder` and below, in the order of the names."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path != folder / "index.json":
            yield _Case(path, path.relative_to(folder).as_posix()).line()


class _Case:
    """One file, with a renderer of its own so that the peak is its own."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._name = name
        self._renderer = Renderer(BUDGET)
        self._pages = 0
        self._blank = 0
        self._peak = 0
        self._messages: list[str] = []
        self._late = threading.Event()

    def line(self) -> Line:
        """Open the file, render each page, and say how it went."""
        started = perf_counter()
        with self._renderer:
            outcome = self._outcome()
        return Line(
            file=self._name,
            outcome=Outcome.OVERTIME if self._late.is_set() else outcome,
            pages=self._pages,
            seconds=round(perf_counter() - started, 2),
            peak_mb=round(self._peak / _BYTES_A_MB, 1),
            message=" ".join(dict.fromkeys(self._messages)),
        )

    def _outcome(self) -> Outcome:
        try:
            document = self._opened()
            self._messages.extend(document.notices)
            failed = sum(
                not self._rendered(document, number) for number in range(1, document.page_count + 1)
            )
        except PasswordNeededError as error:
            self._messages.append(str(error))
            return Outcome.PASSWORD
        except DocumentError as error:
            self._messages.append(str(error))
            return Outcome.SENTENCE
        except CancelledError:
            return Outcome.OVERTIME
        except Exception:  # this is what the sweep looks for
            self._messages.append(traceback.format_exc())
            return Outcome.TRACEBACK
        if failed:
            return Outcome.SOME_PAGES if self._pages else Outcome.SENTENCE
        return Outcome.BLANK if self._blank == self._pages else Outcome.PAGES

    def _opened(self) -> Document:
        with_limit = self._limited(BUDGET.open_s)
        return self._renderer.open(recognise(self._path), None, with_limit)

    def _rendered(self, document: Document, number: int) -> bool:
        """Whether page `number` could be rendered; why not is noted."""
        try:
            limit = self._limited(BUDGET.page_s)
            page = self._renderer.render(document, number, PageSizing(), limit)
            self._renderer.words(document, number, PageSizing(), self._limited(BUDGET.page_s))
        except DocumentError as error:
            self._messages.append(str(error))
            return False
        self._look()
        self._messages.extend(page.notices)
        self._pages += 1
        self._blank += page.blank
        return True

    def _limited(self, seconds: float) -> Callable[[], bool]:
        """A `cancelled` that stops whatever overruns its budget, and samples the memory."""
        ends = perf_counter() + seconds + _MORE_THAN_A_BUDGET

        def over() -> bool:
            self._look()
            if perf_counter() > ends:
                self._late.set()
            return self._late.is_set()

        return over

    def _look(self) -> None:
        self._peak = max(self._peak, peak_bytes(self._renderer.pid))

"""A document of the list as everyone but the list sees it: to be read, not to be changed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from endstop.documents.source import Document, SourceFile
from endstop.engines.engine import Token
from endstop.errors import EndstopError
from endstop.extraction.request import Request
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.page_choices import PageChoices
from endstop.results.result import Extraction


class ListedDocument(Protocol):
    """The properties of `DocumentEntry`, which says what each means."""

    @property
    def id(self) -> int:
        """Its number, which no other document of the list ever has."""
        ...

    @property
    def path(self) -> Path:
        """Its file."""
        ...

    @property
    def state(self) -> DocumentState:
        """What it is at."""
        ...

    @property
    def source(self) -> SourceFile | None:
        """What was recognised, None before and where that failed."""
        ...

    @property
    def document(self) -> Document | None:
        """The opened document, None before and where that failed."""
        ...

    @property
    def password(self) -> str | None:
        """The password that was entered last."""
        ...

    @property
    def request(self) -> Request | None:
        """What was asked for last."""
        ...

    @property
    def progress(self) -> float | None:
        """From 0 to 1 within the state, None where nothing is known."""
        ...

    @property
    def tokens(self) -> Sequence[Token]:
        """The tokens of the latest run; another list in each run."""
        ...

    @property
    def text(self) -> str:
        """What these tokens say, without the special ones."""
        ...

    @property
    def extraction(self) -> Extraction | None:
        """The result, or what a stopped run left."""
        ...

    @property
    def error(self) -> EndstopError | None:
        """Why it cannot be read, or why the last run failed."""
        ...

    @property
    def page_choices(self) -> PageChoices:
        """Which pages are read, and how they are rotated."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """What the run under way said of the pages."""
        ...

    @property
    def running(self) -> bool:
        """Whether the model works on it now."""
        ...

    @property
    def extractable(self) -> bool:
        """Whether a run may be asked for."""
        ...

    @property
    def unexported(self) -> bool:
        """Whether there is a result that is in no file yet."""
        ...

    @property
    def outdated(self) -> bool:
        """Whether the result is of other pages than those that are chosen now."""
        ...

    def tokens_per_second(self) -> float | None:
        """The live rate, None before two tokens are there."""
        ...

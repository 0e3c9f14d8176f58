"""One dropped document and all that happened to it; no Qt."""

import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import assert_never

from endstop.documents.source import Document, SourceFile
from endstop.engines.engine import Token
from endstop.engines.stop import StopReason
from endstop.errors import EndstopError, PasswordNeededError
from endstop.extraction.events import (
    Cancelled,
    Completed,
    Event,
    Failed,
    Prefilled,
    Prepared,
    Rendered,
    TokensArrived,
)
from endstop.extraction.request import Request
from endstop.gui.documents.page_choices import PageChoices
from endstop.results.result import Extraction


class DocumentState(StrEnum):
    """How far a document has come."""

    RECOGNISING = "recognising"
    READY = "ready"
    WAITING = "waiting"
    RENDERING = "rendering"
    READING = "reading"
    EXTRACTING = "extracting"
    DONE = "done"
    TO_CHECK = "to check"
    INCOMPLETE = "incomplete"
    STOPPED = "stopped"
    LOCKED = "locked"
    FAILED = "failed"


# Tuples: to look a state up in a set costs its hash, which is a call of Python's.
RUNNING = (DocumentState.RENDERING, DocumentState.READING, DocumentState.EXTRACTING)
BUSY = (DocumentState.WAITING, *RUNNING)


@dataclass(slots=True, eq=False, weakref_slot=True)
class DocumentEntry:
    """A row of the documents list, which alone changes it; others see a ListedDocument.

    `tokens` is a new list for each run, so that a view can tell by its identity that a run has
    started.
    `progress` runs from 0 to 1 within the state, None where nothing is known. `notices` are those
    of the run under way. A run that ends without an answer leaves the result of the run before it.
    """

    id: int
    path: Path
    state: DocumentState = DocumentState.RECOGNISING
    source: SourceFile | None = None
    document: Document | None = None
    password: str | None = None
    request: Request | None = None
    progress: float | None = None
    tokens: list[Token] = field(default_factory=list)
    text: str = ""
    decoding_since: float | None = None
    extraction: Extraction | None = None
    error: EndstopError | None = None
    exported: bool = False
    previous: Extraction | None = None
    unseen_names: frozenset[str] = frozenset()
    page_choices: PageChoices = field(default_factory=PageChoices)
    notices: tuple[str, ...] = ()

    @property
    def running(self) -> bool:
        """Whether the model works on this document now."""
        return self.state in RUNNING

    @property
    def extractable(self) -> bool:
        """Whether a run may be asked for: readable, and neither running nor waiting."""
        return self.source is not None and self.state not in BUSY

    @property
    def unexported(self) -> bool:
        """Whether there is a result that is in no file yet."""
        return self.extraction is not None and not self.exported

    @property
    def outdated(self) -> bool:
        """Whether pages were rotated or chosen otherwise since the result was asked for."""
        if self.extraction is None or self.request is None:
            return False
        return self.page_choices.applied(self.request.options) != self.request.options

    def recognised(self, found: SourceFile | EndstopError) -> None:
        """Take the outcome of recognition."""
        if isinstance(found, SourceFile):
            self.source = found
            self.state = DocumentState.READY
        else:
            self.fail(found)

    def opened(self, outcome: Document | EndstopError) -> bool:
        """Take the outcome of opening; say whether the document turned out unreadable."""
        if isinstance(outcome, Document):
            self.document = outcome
            return False
        if self.running or self.extraction is not None:
            return False
        self.fail(outcome)
        return True

    def unlock(self, password: str) -> None:
        """Try again with a password."""
        self.password = password
        self.state = DocumentState.READY
        self.error = None

    def queue(self, request: Request) -> None:
        """Wait for the model with this request; the last result stays until the run begins."""
        self.request = request
        self.state = DocumentState.WAITING
        self.progress = None
        self.error = None

    def choose_pages(self, choices: PageChoices) -> None:
        """Take other choices for the pages; a request that waits follows them."""
        self.page_choices = choices
        if self.request is not None and self.state is DocumentState.WAITING:
            options = choices.applied(self.request.options)
            self.request = replace(self.request, options=options)

    def withdraw(self) -> None:
        """Leave the queue, if it waits there."""
        if self.state is not DocumentState.WAITING:
            return
        if self.extraction is None:
            self.state = DocumentState.READY
        else:
            self._judge(self.extraction)

    def begin(self) -> None:
        """A run begins."""
        self.state = DocumentState.RENDERING
        self.progress = 0.0
        self.tokens = []
        self.text = ""
        self.notices = ()
        self.decoding_since = None
        self.previous, self.extraction = self.extraction, None
        self.unseen_names = self._names()

    def again(self) -> None:
        """The file failed and is dropped again: look at it anew."""
        self.state = DocumentState.RECOGNISING
        self.source = self.document = self.error = None
        self.page_choices = PageChoices()

    def fail(self, error: EndstopError) -> None:
        """The document cannot be read or the run could not go on."""
        locked = isinstance(error, PasswordNeededError)
        self.state = DocumentState.LOCKED if locked else DocumentState.FAILED
        self.progress = None
        self.error = error
        self.extraction = self.extraction or self.previous

    def apply(self, event: Event) -> None:
        """Take one event of the run."""
        match event:
            case Rendered(done, total):
                self.state, self.progress = DocumentState.RENDERING, done / max(1, total)
            case Prepared(_, notices):
                self.notices = notices
                self.state, self.progress = DocumentState.READING, 0.0
            case Prefilled(done, total):
                self.state, self.progress = DocumentState.READING, done / max(1, total)
            case TokensArrived(tokens):
                self._take_tokens(tokens)
            case Completed(extraction):
                self._end(extraction)
            case Cancelled(partial):
                self._stop(partial)
            case Failed(error):
                self.fail(error)
            case _:
                assert_never(event)

    def tokens_per_second(self) -> float | None:
        """The live rate since the first token, None before two tokens are there."""
        if self.decoding_since is None or len(self.tokens) < 2:
            return None
        passed = time.monotonic() - self.decoding_since
        return len(self.tokens) / passed if passed > 0 else None

    def _take_tokens(self, tokens: tuple[Token, ...]) -> None:
        if self.decoding_since is None:
            self.decoding_since = time.monotonic()
        self.tokens.extend(tokens)
        written = "".join(token.text for token in tokens if not token.special)
        self.text += written
        self.state, self.progress = DocumentState.EXTRACTING, self._fields_begun(written)

    def _names(self) -> frozenset[str]:
        """The schema's fields as an answer writes them."""
        definition = self.request.schema.definition if self.request else {}
        return frozenset(f'"{name}":' for name in definition.get("properties", {}))

    def _fields_begun(self, written: str) -> float | None:
        """The part of the schema's fields whose name is written; looks at the text's end only."""
        names = self._names()
        if not names:
            return None
        tail = self.text[-(len(written) + max(map(len, names))) :]
        self.unseen_names = frozenset(name for name in self.unseen_names if name not in tail)
        return (len(names) - len(self.unseen_names)) / (len(names) + 1)

    def _end(self, extraction: Extraction) -> None:
        self.exported = False
        self._judge(extraction)

    def _stop(self, partial: Extraction | None) -> None:
        """Keep what was written; if nothing was, the result before it."""
        if partial is None and self.previous is not None:
            self._judge(self.previous)
            return
        self.exported = False
        self.extraction = partial
        self.state, self.progress = DocumentState.STOPPED, None

    def _judge(self, extraction: Extraction) -> None:
        """The state that an extraction earns; never `done` while a problem exists."""
        self.extraction = extraction
        self.progress = None
        if extraction.complete:
            self.state = DocumentState.DONE
        elif extraction.stop.reason is StopReason.CANCELLED:
            self.state = DocumentState.STOPPED
        elif extraction.stop.reason in (StopReason.LENGTH, StopReason.REPETITION):
            self.state = DocumentState.INCOMPLETE
        else:
            self.state = DocumentState.TO_CHECK

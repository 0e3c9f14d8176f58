"""From dropped paths to rows: folders are searched and files recognised off the GUI thread."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from endstop.documents.discover import FoundFile, is_folder
from endstop.documents.source import SourceFile
from endstop.errors import EndstopError
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.document_notices import known_notice, nothing_found_notice
from endstop.gui.documents.importing.feed import (
    MOST_RECOGNISED,
    Feed,
    real_path,
    recognise_some,
)
from endstop.gui.documents.importing.pictures import Pictures, save
from endstop.gui.documents.importing.transfer_wording import Origin
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.widgets.coalesced import Coalesced
from endstop.gui.widgets.notices import Notice, NoticeStrip
from endstop.gui.workers.operations import Operations

AT_ONCE = 100
_RECOGNISING, _SAVING = range(2)


@dataclass(frozen=True, slots=True)
class _Unrecognised:
    """A row that waits; one that a folder search brought is taken out if it is no document."""

    entry_id: int
    path: Path
    feed: Feed | None = None


class Importer(QObject):
    """Adds a row for each file: at once for a few files, batch by batch for many.

    They are recognised behind that; what a folder holds under the name of a document and is none
    loses its row again. A batch is one operation and one event here, so that ten thousand files
    are a hundred events and the window comes to its others in between. Says in `strip` which files
    are in the list already and which folder holds none. `recognised(ids)` follows the recognition
    of rows, also of those that were removed meanwhile; `saved(path)` names the file of an image
    that had none.
    """

    recognised = Signal(object)
    saved = Signal(object)

    def __init__(self, documents: DocumentList, strip: NoticeStrip, parent: QObject) -> None:
        super().__init__(parent)
        self.pictures = Pictures()
        self._documents = documents
        self._strip = strip
        self._searches = Operations(1, self)  # no search waits for a file that answers slowly
        self._operations = Operations(1, self)
        self._feeds: deque[Feed] = deque()
        self._unrecognised: deque[_Unrecognised] = deque()
        self._recognising = False
        # Not at once: the window must come to its other events between one batch and the next.
        self._next = Coalesced(self._ask_for_more, 0, self)

    @property
    def busy(self) -> bool:
        """Whether more rows may come of what was taken."""
        return bool(self._feeds)

    def take(self, paths: Sequence[Path]) -> list[int]:
        """Add files and search folders; the ids of the rows that were added at once."""
        first = paths[:AT_ONCE]
        folders = [path for path in first if is_folder(path)]
        files = [real_path(path) for path in first if path not in folders]
        again, new, refused = self._add(files)
        added = [*again, *new]
        self._recognise(_Unrecognised(each.id, each.path) for each in added)
        for folder in folders:
            self._begin(Feed([folder]))
        if len(paths) > AT_ONCE:
            self._begin(Feed(paths[AT_ONCE:], refused, frozenset(first)))
        elif refused:
            self._strip.show_notice(known_notice(refused))
        return [each.id for each in added]

    def save(self, picture: bytes | QImage, origin: Origin) -> None:
        """Give an image a file."""
        path = self.pictures.next_path(picture, origin)

        def done(outcome: Path | EndstopError) -> None:
            if isinstance(outcome, EndstopError):
                self._strip.show_notice(Notice.of(outcome))
            else:
                self.saved.emit(outcome)

        self._operations.start(lambda: save(picture, path), done, _SAVING)

    def shut_down(self) -> None:
        """Stop searching and recognising; saved images are removed."""
        self._next.cancel()
        self._searches.shut_down()
        self._operations.shut_down()
        self.pictures.close()

    def _add(
        self, files: Iterable[Path]
    ) -> tuple[list[ListedDocument], list[ListedDocument], list[str]]:
        """Rows to recognise again, new ones, and the names of files that are there already."""
        paths = dict.fromkeys(files)
        known = [each for path in paths if (each := self._documents.find_path(path))]
        failed = [each for each in known if each.state is DocumentState.FAILED]
        refused = [each.path.name for each in known if each.state is not DocumentState.FAILED]
        self._documents.look_again([each.id for each in failed])  # the files may differ by now
        added = self._documents.add([path for path in paths if not self._documents.find_path(path)])
        return failed, added, refused

    def _begin(self, feed: Feed) -> None:
        """Take a feed's files when those before it are through."""
        self._feeds.append(feed)
        if len(self._feeds) == 1:
            self._ask_for_more()

    def _ask_for_more(self) -> None:
        feed = self._feeds[0]

        def done(files: list[FoundFile] | EndstopError) -> None:
            if isinstance(files, EndstopError):
                self._end(feed, files)
            elif not files:
                self._end(feed)
            else:
                self._take_found(feed, files)
                self._next.request()

        self._searches.start(feed.next_ones, done)

    def _take_found(self, feed: Feed, files: Sequence[FoundFile]) -> None:
        searched = {each.real for each in files if each.searched}
        again, new, refused = self._add(each.real for each in files)
        feed.found += len(files)
        feed.refused += refused
        self._recognise(_Unrecognised(each.id, each.path) for each in again)
        self._recognise(
            _Unrecognised(each.id, each.path, feed if each.path in searched else None)
            for each in new
        )

    def _end(self, feed: Feed, error: EndstopError | None = None) -> None:
        """A feed is through, or broke off; the next one begins."""
        self._feeds.popleft()
        feed.ended = error is None
        if feed.refused:
            self._strip.show_notice(known_notice(feed.refused))
        if error is not None:
            self._strip.show_notice(Notice.of(error))
        self._say_if_vain(feed)
        if self._feeds:
            self._next.request()

    def _say_if_vain(self, feed: Feed) -> None:
        if feed.vain and feed.folder is not None:
            self._strip.show_notice(nothing_found_notice(feed.folder))

    def _recognise(self, rows: Iterable[_Unrecognised]) -> None:
        """Recognise rows in their turn."""
        self._unrecognised.extend(rows)
        if self._unrecognised and not self._recognising:
            self._recognise_some()

    def _recognise_some(self) -> None:
        paths = [each.path for each in islice(self._unrecognised, MOST_RECOGNISED)]
        self._recognising = True
        self._operations.start(lambda: recognise_some(paths), self._take_recognised, _RECOGNISING)

    def _take_recognised(self, outcome: list[SourceFile | EndstopError] | EndstopError) -> None:
        found = [outcome] if isinstance(outcome, EndstopError) else outcome
        rows = [self._unrecognised.popleft() for _each in found]
        paired = list(zip(rows, found, strict=True))
        rejected = {
            row.entry_id: row.feed
            for row, each in paired
            if row.feed is not None
            and isinstance(each, EndstopError)
            and self._documents.find(row.entry_id) is not None  # else it may come back by Undo
        }
        kept = {row.entry_id: each for row, each in paired if row.entry_id not in rejected}
        self._reject(rejected)
        self._documents.take_recognised(kept)
        self.recognised.emit(list(kept))
        self._recognising = False
        self._recognise(())

    def _reject(self, rejected: Mapping[int, Feed]) -> None:
        """Take out what a folder holds that is no document."""
        self._documents.remove(rejected.keys())
        for feed in rejected.values():
            feed.rejected += 1
        for feed in dict.fromkeys(rejected.values()):
            self._say_if_vain(feed)

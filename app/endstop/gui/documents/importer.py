"""From dropped paths to rows: folders are searched and files recognised off the GUI thread."""

from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage

from endstop.documents.recognise import recognise
from endstop.documents.source import SourceFile
from endstop.errors import EndstopError
from endstop.gui.documents.document_entry import DocumentState
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.document_notices import known_notice, nothing_found_notice
from endstop.gui.documents.feed import Feed, Recognised, real_path
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.documents.pictures import Pictures, save
from endstop.gui.documents.transfer_wording import Origin
from endstop.gui.widgets.coalesced import Coalesced
from endstop.gui.widgets.notices import Notice, NoticeStrip
from endstop.gui.workers.operations import Operations

AT_ONCE = 100


class Importer(QObject):
    """Adds a row for each file: at once for a few files, as they are recognised for many.

    Says in `strip` which files are in the list already and which folder holds none.
    `recognised(id)` follows the recognition of each row; `saved(path)` names the file of an image
    that had none.
    """

    recognised = Signal(int)
    saved = Signal(object)

    def __init__(self, documents: DocumentList, strip: NoticeStrip, parent: QObject) -> None:
        super().__init__(parent)
        self.pictures = Pictures()
        self._documents = documents
        self._strip = strip
        self._operations = Operations(1, self)
        self._feeds: deque[Feed] = deque()
        # Not at once: the window must come to its other events between one batch and the next.
        self._next = Coalesced(self._ask_for_more, 0, self)

    @property
    def busy(self) -> bool:
        """Whether more rows may come of what was taken."""
        return bool(self._feeds)

    def take(self, paths: Sequence[Path]) -> list[int]:
        """Add files and search folders; the ids of the rows that were added at once."""
        first = paths[:AT_ONCE]
        folders = [path for path in first if path.is_dir()]
        added, refused = self._add([real_path(path) for path in first if path not in folders])
        for entry in added:
            self._recognise(entry.id, entry.path)
        for folder in folders:
            self._begin(Feed([folder]))
        if len(paths) > AT_ONCE:
            self._begin(Feed(paths[AT_ONCE:], refused, frozenset(first)))
        elif refused:
            self._strip.show_notice(known_notice(refused))
        return [entry.id for entry in added]

    def save(self, picture: bytes | QImage, origin: Origin) -> None:
        """Give an image a file."""
        path = self.pictures.next_path(picture, origin)

        def done(outcome: Path | EndstopError) -> None:
            if isinstance(outcome, EndstopError):
                self._strip.show_notice(Notice.of(outcome))
            else:
                self.saved.emit(outcome)

        self._operations.start(lambda: save(picture, path), done, priority=1)

    def shut_down(self) -> None:
        """Stop searching and recognising; saved images are removed."""
        self._next.cancel()
        self._operations.shut_down()
        self.pictures.close()

    def _add(self, files: Iterable[Path]) -> tuple[list[ListedDocument], list[str]]:
        """Entries that are to be recognised, and the names of files that are there already."""
        paths = dict.fromkeys(files)
        known = [entry for path in paths if (entry := self._documents.find_path(path))]
        failed = [entry for entry in known if entry.state is DocumentState.FAILED]
        for entry in failed:
            self._documents.look_again(entry.id)  # the file may be another since
        added = self._documents.add([path for path in paths if not self._documents.find_path(path)])
        return [*failed, *added], [each.path.name for each in known if each not in failed]

    def _recognise(self, entry_id: int, path: Path) -> None:
        def done(found: SourceFile | EndstopError) -> None:
            self._take_recognised(entry_id, found)

        self._operations.start(lambda: recognise(path), done)

    def _take_recognised(self, entry_id: int, found: SourceFile | EndstopError) -> None:
        self._documents.take_recognised(entry_id, found)
        self.recognised.emit(entry_id)

    def _begin(self, feed: Feed) -> None:
        """Take a feed's files when those before it are through."""
        self._feeds.append(feed)
        if len(self._feeds) == 1:
            self._ask_for_more()

    @Slot()
    def _ask_for_more(self) -> None:
        feed = self._feeds[0]

        def done(files: list[Recognised] | EndstopError) -> None:
            if isinstance(files, EndstopError):
                self._end(feed, files)
            elif not files:
                self._end(feed)
            else:
                self._take_batch(feed, dict(files))
                self._next.request()

        self._operations.start(feed.next_ones, done)

    def _take_batch(self, feed: Feed, files: dict[Path, SourceFile | EndstopError]) -> None:
        added, refused = self._add(files)
        feed.refused += refused
        for entry in added:
            self._take_recognised(entry.id, files[entry.path])

    def _end(self, feed: Feed, error: EndstopError | None = None) -> None:
        """A feed is through, or broke off; the next one begins."""
        self._feeds.popleft()
        if feed.refused:
            self._strip.show_notice(known_notice(feed.refused))
        if error is not None:
            self._strip.show_notice(Notice.of(error))
        elif not feed.found and feed.folder is not None:
            self._strip.show_notice(nothing_found_notice(feed.folder))
        if self._feeds:
            self._next.request()

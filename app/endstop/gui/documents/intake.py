"""From dropped paths to rows: folders are searched and files recognised off the GUI thread."""

from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QImage

from endstop.documents.recognise import recognise
from endstop.documents.source import SourceFile
from endstop.errors import EndstopError
from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.document_table import DocumentTable
from endstop.gui.documents.feed import Feed, Recognised, real_path
from endstop.gui.documents.pictures import Pictures, save
from endstop.gui.documents.transfer_wording import Origin
from endstop.gui.workers.background import Background

AT_ONCE = 100


class Intake(QObject):
    """Adds a row a file, at once for a few files; many come as they are recognised.

    `recognised(id)` follows each row's recognition. `refused(names)` are files that the list
    holds already. `found_nothing(folder)` is a folder without a document. `saved(Path |
    EndstopError)`: an image that came without a file has one now.
    """

    recognised = Signal(int)
    refused = Signal(object)
    found_nothing = Signal(object)
    saved = Signal(object)

    def __init__(self, table: DocumentTable, parent: QObject) -> None:
        super().__init__(parent)
        self.pictures = Pictures()
        self._table = table
        self._background = Background(1, self)
        self._feeds: deque[Feed] = deque()
        # Not at once: the window must come to its other events between one handful and the next.
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._ask_for_more)

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
            self.refused.emit(refused)
        return [entry.id for entry in added]

    def save(self, picture: bytes | QImage, origin: Origin) -> None:
        """Give an image a file."""
        path = self.pictures.next_path(picture, origin)
        self._background.submit(lambda: save(picture, path), self.saved.emit, priority=1)

    def shut_down(self) -> None:
        """Stop searching and recognising; saved images are removed."""
        self._next.stop()
        self._background.shut_down()
        self.pictures.close()

    def _add(self, files: Iterable[Path]) -> tuple[list[DocumentEntry], list[str]]:
        """Entries that are to be recognised, and the names of files that are there already."""
        paths = dict.fromkeys(files)
        known = [entry for path in paths if (entry := self._table.find_path(path))]
        failed = [entry for entry in known if entry.state is DocumentState.FAILED]
        for entry in failed:
            entry.again()  # the file may have been mended since
            self._table.touch(entry.id)
        added = self._table.add([path for path in paths if not self._table.find_path(path)])
        return [*failed, *added], [each.path.name for each in known if each not in failed]

    def _recognise(self, entry_id: int, path: Path) -> None:
        def then(found: SourceFile | EndstopError) -> None:
            self._take_recognised(entry_id, found)

        self._background.submit(lambda: recognise(path), then)

    def _take_recognised(self, entry_id: int, found: SourceFile | EndstopError) -> None:
        entry = self._table.find(entry_id)
        if entry is not None:
            entry.recognised(found)
            self.recognised.emit(entry_id)

    def _begin(self, feed: Feed) -> None:
        """Take a feed's files when those before it are through."""
        self._feeds.append(feed)
        if len(self._feeds) == 1:
            self._ask_for_more()

    @Slot()
    def _ask_for_more(self) -> None:
        feed = self._feeds[0]

        def then(files: list[Recognised] | EndstopError) -> None:
            if isinstance(files, EndstopError) or not files:
                self._end(feed)
            else:
                self._take_handful(feed, dict(files))
                self._next.start()

        self._background.submit(feed.next_ones, then)

    def _take_handful(self, feed: Feed, files: dict[Path, SourceFile | EndstopError]) -> None:
        added, refused = self._add(files)
        feed.refused += refused
        for entry in added:
            self._take_recognised(entry.id, files[entry.path])

    def _end(self, feed: Feed) -> None:
        self._feeds.popleft()
        if feed.refused:
            self.refused.emit(feed.refused)
        if not feed.found and feed.folder is not None:
            self.found_nothing.emit(feed.folder)
        if self._feeds:
            self._next.start()

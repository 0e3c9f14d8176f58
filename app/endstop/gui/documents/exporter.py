"""Writes results to files, off the GUI thread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from endstop.errors import EndstopError
from endstop.export.files import export
from endstop.gui.documents.choices import Choices
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.listed_document import ListedDocument
from endstop.gui.widgets.folder_dialog import FolderDialog
from endstop.gui.widgets.notices import Notice, NoticeKind, NoticeStrip
from endstop.gui.workers.operations import Operations
from endstop.translation import _, ngettext

_PATIENCE_S = 30.0  # a folder on another computer may be slow


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that were written, and how many of the results are incomplete."""

    folder: Path
    files: tuple[Path, ...]
    incomplete: int


class Exporter(QObject):
    """Asks for a folder, writes, and says what was written.

    `finished(Exported | EndstopError)` follows every `write`. `is_temporary(path)`
    says that a document lies where no result should go.
    """

    finished = Signal(object)

    def __init__(
        self,
        documents: DocumentList,
        choices: Choices,
        is_temporary: Callable[[Path], bool],
        dialogs: FolderDialog,
        strip: NoticeStrip,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self._choices = choices
        self._is_temporary = is_temporary
        self._dialogs = dialogs
        self._strip = strip
        self._operations = Operations(1, self)

    def export(self, documents: Sequence[ListedDocument]) -> bool:
        """Write the results of these documents into a folder; whether one was chosen."""
        if not documents:
            return False
        start = self._choices.export_folder or self._folder_of(documents[0].path)
        folder = self._dialogs.folder(_("Export to Folder"), start)
        if folder is None:
            return False
        self._choices.export_folder = str(folder)
        self.write(documents, folder)
        return True

    def write(self, documents: Sequence[ListedDocument], folder: Path) -> None:
        """Write the results that these documents have now."""
        results = {each.id: each.extraction for each in documents if each.extraction is not None}
        extractions = list(results.values())

        def done(outcome: tuple[Path, ...] | EndstopError) -> None:
            if isinstance(outcome, EndstopError):
                self._end(outcome)
                return
            self._documents.mark_exported(results)
            incomplete = sum(not each.complete for each in extractions)
            self._end(Exported(folder, outcome, incomplete))

        self._operations.start(lambda: export(extractions, folder), done)

    def shut_down(self) -> None:
        """Wait until what is being written is complete, however slow the folder, within reason."""
        self._operations.shut_down(_PATIENCE_S)

    def _end(self, outcome: Exported | EndstopError) -> None:
        if isinstance(outcome, EndstopError):
            self._strip.show_notice(Notice.of(outcome))
        else:
            self._strip.show_notice(_notice_of(outcome))
        self.finished.emit(outcome)

    def _folder_of(self, path: Path) -> str:
        """Where results of a file may go: beside it, unless it lies in a temporary folder."""
        return self._choices.open_folder if self._is_temporary(path) else str(path.parent)


def _notice_of(outcome: Exported) -> Notice:
    """How many results were written, and where."""
    count = len(outcome.files)
    sentence = ngettext(
        "{count} result exported to {folder}.", "{count} results exported to {folder}.", count
    ).format(count=count, folder=outcome.folder)
    remedy = ""
    if outcome.incomplete:
        remedy = ngettext(
            "{count} is incomplete or needs a check; its .meta.json says so.",
            "{count} are incomplete or need a check; their .meta.json say so.",
            outcome.incomplete,
        ).format(count=outcome.incomplete)
    url = QUrl.fromLocalFile(str(outcome.folder))
    return Notice(
        NoticeKind.WARNING if outcome.incomplete else NoticeKind.SUCCESS,
        sentence,
        remedy,
        _("Show folder"),
        lambda: _open(url),
    )


def _open(url: QUrl) -> None:
    QDesktopServices.openUrl(url)
